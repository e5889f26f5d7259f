#!/bin/sh
# Installs the packages that only `npm run test:all` and `npm run mutate` need, unless their lockfile's are installed.
set -eu
cd "$(dirname "$0")/tools"
cmp -s package-lock.json node_modules/installed-lock.json && exit 0
echo "Installing the packages of scripts/tools" >&2
npm ci
cp package-lock.json node_modules/installed-lock.json
