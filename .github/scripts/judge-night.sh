#!/usr/bin/env bash
# Judges the shards of a night together, and writes the exit code to the step's outputs.
# Usage: judge-night.sh SHARDS_DIR RUN_DIR
set -euo pipefail
shards=$1 run_dir=$2
code=0
if [ -z "$(find "$shards" -mindepth 2 -maxdepth 2 -name run.ndjson -print -quit 2> /dev/null)" ]; then
  code=3
  mkdir -p "$run_dir"
  printf '# UNREACHABLE\n\nNo shard left a record: a job failed before its run began. Its log says why.\n' \
    | tee "$run_dir/report.md" >> "$GITHUB_STEP_SUMMARY"
else
  npm run -s harness -- merge "$shards"/* --out "$run_dir" || code=$?
fi
echo "code=$code" >> "$GITHUB_OUTPUT"
