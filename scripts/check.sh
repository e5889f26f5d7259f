#!/usr/bin/env bash
# Runs every static check, the slow type check beside the others, and fails if one of them fails. `npm run check` runs it.
set -euo pipefail
cd "$(dirname "$0")/.."
# What it knows of the last check makes the next one quick.
tsc --noEmit --incremental --tsBuildInfoFile node_modules/.cache/tsc.tsbuildinfo &
types=$!
npm run -s generate:check
biome check
knip
npm run -s lint:contract
wait "$types"
