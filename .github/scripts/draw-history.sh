#!/usr/bin/env bash
# Draws the last thirty nights as history.html in the run folder.
# Usage: draw-history.sh RUN_DIR
set -euo pipefail
run_dir=$1
if [ ! -f "$run_dir/summary.json" ]; then
  echo 'This night has no run to draw.'
  exit 0
fi
mkdir -p nights
for id in $(gh run list --workflow nightly.yml --limit 30 --json databaseId --jq '.[].databaseId'); do
  gh run download "$id" --name night-summary --dir "nights/$id" || echo "Run $id left no summary."
done
npm run -s harness -- report --history nights "$run_dir" --out "$run_dir/history.html"
