#!/usr/bin/env bash
# Adds a night to the facts kept in reports/observed, writes the dialect that it shows beside them, and says how far its
# twin is from the service.
# Usage: observe-night.sh RUN_DIR
set -euo pipefail
run_dir=$1
folder=$(npm run -s harness -- observe "$run_dir" --json | node -p 'JSON.parse(fs.readFileSync(0, "utf8")).folder')
npm run -s harness -- learn --from "$run_dir" --out "$folder/dialect.json"
code=0
npm run -s harness -- parity "$run_dir" --dialect "$folder/dialect.json" > "$run_dir/parity.txt" || code=$?
# Indented, so that nothing in it is Markdown.
{ printf '## Twin\n\n'; sed 's/^/    /' "$run_dir/parity.txt"; } >> "$GITHUB_STEP_SUMMARY"
case $code in
  0) ;;
  1) echo '::warning::The twin of the service differs in something that a consumer would feel. The summary says in what.' ;;
  *) exit "$code" ;;
esac
