#!/bin/sh
# Installs the packages of a folder beside this file, unless those of its lockfile are installed.
#
#   install-tools.sh FOLDER
#
# `npm run test:all` needs those of `tools`, and `npm run mutate` those of `mutation`.
set -eu
cd "$(dirname "$0")/$1"
cmp -s package-lock.json node_modules/installed-lock.json && exit 0
echo "Installing the packages of scripts/$1" >&2
npm ci
cp package-lock.json node_modules/installed-lock.json
