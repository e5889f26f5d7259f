#!/usr/bin/env bash
# Tells a night in one issue, which is found by its label: opened at the first red night, written anew at each further one,
# closed at the next green one. Usage: tell-night.sh RUN_DIR EXIT_CODE RUN_URL
set -euo pipefail
run_dir=$1 code=$2 run_url=$3
label=nightly-run

open=$(gh issue list --label "$label" --state open --limit 1 --json number --jq '.[0].number // empty')
if [ "$code" = 0 ]; then
  if [ -n "$open" ]; then gh issue close "$open" --comment "Green again: $run_url"; fi
  exit 0
fi

# GitHub takes no more than 65536 characters.
body=$(mktemp)
{
  printf 'The nightly run ended with exit code %s: %s\n\n' "$code" "$run_url"
  # What is new since the last green night goes first; there may be no such night.
  if [ -f "$run_dir/drift.md" ]; then head -c 20000 "$run_dir/drift.md"; fi
  head -c 40000 "$run_dir/report.md"
} > "$body"
if [ -n "$open" ]; then
  gh issue edit "$open" --body-file "$body"
  gh issue comment "$open" --body "Red again (exit code $code): $run_url"
else
  gh label create "$label" --description 'What the nightly run found' --force
  gh issue create --title 'The nightly run is red' --label "$label" --body-file "$body"
fi
