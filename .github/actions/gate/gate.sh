#!/usr/bin/env bash
# Installs the harness outside the caller's project and judges the SDK in the working directory. The inputs of action.yml
# come through the environment; the exit code goes to the step's outputs.
set -euo pipefail

tools="$RUNNER_TEMP/onramp-harness"
end() {
  echo "exit-code=$1" >> "$GITHUB_OUTPUT"
  exit 0
}

if [ -n "$TARBALL" ] && ! tar -tzf "$TARBALL" package/package.json > /dev/null 2>&1; then
  echo "::error::The input tarball is not a packed onramp-harness: $TARBALL"
  end 2
fi
if ! npm install --prefix "$tools" --no-audit --no-fund --ignore-scripts --loglevel=error \
  "${TARBALL:-onramp-harness@$VERSION}"; then
  echo "::error::npm cannot install ${TARBALL:-onramp-harness@$VERSION}"
  end 3
fi

options=(--out "$REPORT")
if [ -n "$ONLY" ]; then options+=(--only "$ONLY"); fi
if [ -n "$PACT" ]; then options+=(--pact "$PACT"); fi
code=0
"$tools/node_modules/.bin/onramp-harness" gate "${options[@]}" -- bash -c "$ADAPTER" || code=$?
if [ -f "$REPORT/report.md" ]; then cat "$REPORT/report.md" >> "$GITHUB_STEP_SUMMARY"; fi
if [ -f "$REPORT/summary.json" ]; then node "$(dirname "$0")/annotate.mjs" "$REPORT/summary.json"; fi
end "$code"
