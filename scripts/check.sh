#!/usr/bin/env bash
# Runs every static check, the slow type check beside the others, and fails if one of them fails. `npm run check` runs it.
set -euo pipefail
cd "$(dirname "$0")/.."
npm run -s generate:check
tsc --noEmit &
types=$!
biome check
knip
npm run -s lint:contract
wait "$types"
