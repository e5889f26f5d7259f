#!/usr/bin/env bash
# Reports a job of the night in one issue with a label of its own. A failed one opens or updates it; a green one closes it.
# Usage: report-night.sh RUN_DIR EXIT_CODE RUN_URL [LABEL]
set -euo pipefail
run_dir=$1 code=$2 run_url=$3 label=${4:-nightly-run}

open=$(gh issue list --label "$label" --state open --limit 1 --json number --jq '.[0].number // empty')
if [ "$code" = 0 ]; then
  if [ -n "$open" ]; then gh issue close "$open" --comment "Green again: $run_url"; fi
  exit 0
fi

# The title says what broke: the first finding of a nonconformant night, else why there is no verdict.
title="The job ${label#nightly-} of the night failed (exit code $code)"
if [ -f "$run_dir/summary.json" ]; then
  title=$(node -e '
    const { verdict, findings = [], message = "" } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    const what = verdict === "nonconformant" ? (findings[0]?.likely ?? findings[0]?.message ?? message) : message;
    console.log(("Night " + verdict + ": " + what).replace(/\s+/g, " ").slice(0, 200));
  ' "$run_dir/summary.json")
fi

# GitHub accepts at most 65536 characters.
body=$(mktemp)
{
  printf 'The night ended with exit code %s: %s\n\n' "$code" "$run_url"
  # What changed since the last green night comes first, if there was one.
  if [ -f "$run_dir/drift.md" ]; then head -c 20000 "$run_dir/drift.md"; fi
  if [ -f "$run_dir/report.md" ]; then head -c 40000 "$run_dir/report.md"; fi
} > "$body"
if [ -n "$open" ]; then
  gh issue edit "$open" --title "$title" --body-file "$body"
  gh issue comment "$open" --body "Failed again (exit code $code): $run_url"
else
  gh label create "$label" --description 'Findings of the nightly run' --force
  gh issue create --title "$title" --label "$label" --body-file "$body"
fi
