#!/usr/bin/env bash
# Prints what changed since the last green night, as Markdown, and saves it as drift.md in the run folder.
# Usage: compare-nights.sh RUN_DIR
set -euo pipefail
run_dir=$1
if [ ! -f "$run_dir/summary.json" ]; then
  echo 'This night has no run to compare.'
  exit 0
fi
last=$(gh run list --workflow nightly.yml --status success --limit 1 --json databaseId --jq '.[0].databaseId // empty')
if [ -z "$last" ] || ! gh run download "$last" --name night --dir last-green; then
  echo 'There is no green night to compare with.'
  exit 0
fi
{
  printf '## Since the last green night (run %s)\n\n' "$last"
  npm run -s harness -- drift last-green "$run_dir" || true
} | tee "$run_dir/drift.md"
