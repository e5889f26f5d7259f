#!/usr/bin/env bash
# Reports a night in one issue with its own label. A failed night opens or updates it; a green one closes it.
# Usage: report-night.sh RUN_DIR EXIT_CODE RUN_URL
set -euo pipefail
run_dir=$1 code=$2 run_url=$3
label=nightly-run

open=$(gh issue list --label "$label" --state open --limit 1 --json number --jq '.[0].number // empty')
if [ "$code" = 0 ]; then
  if [ -n "$open" ]; then gh issue close "$open" --comment "Green again: $run_url"; fi
  exit 0
fi

# GitHub accepts at most 65536 characters.
body=$(mktemp)
{
  printf 'The nightly run ended with exit code %s: %s\n\n' "$code" "$run_url"
  # What changed since the last green night comes first, if there was one.
  if [ -f "$run_dir/drift.md" ]; then head -c 20000 "$run_dir/drift.md"; fi
  if [ -f "$run_dir/report.md" ]; then head -c 40000 "$run_dir/report.md"; fi
} > "$body"
if [ -n "$open" ]; then
  gh issue edit "$open" --body-file "$body"
  gh issue comment "$open" --body "Failed again (exit code $code): $run_url"
else
  gh label create "$label" --description 'Findings of the nightly run' --force
  gh issue create --title 'The nightly run failed' --label "$label" --body-file "$body"
fi
