#!/usr/bin/env bash
# Installs the harness outside the caller's project and judges the SDK in the working directory. The inputs of action.yml
# come through the environment; the exit code goes to the step's outputs. What fails here is one annotation.
set -euo pipefail

tools="$RUNNER_TEMP/onramp-harness"
said="$RUNNER_TEMP/onramp-harness.stderr"
end() {
  echo "exit-code=$1" >> "$GITHUB_OUTPUT"
  if [ $# -gt 1 ]; then echo "::error::$2"; fi
  exit 0
}

package="${TARBALL:-onramp-harness@$VERSION}"
if [ -n "$TARBALL" ]; then
  # The whole file is read first: a grep that has seen enough would end tar with an error.
  manifest="$(tar -xzOf "$TARBALL" package/package.json 2> /dev/null || true)"
  case "$manifest" in
    *'"name": "onramp-harness"'*) ;;
    *) end 2 "The input tarball is not a packed onramp-harness: $TARBALL" ;;
  esac
fi
options=(--no-audit --no-fund --ignore-scripts --loglevel=error)
if ! npm install --prefix "$tools" "${options[@]}" "$package" 2> "$said"; then
  code="$(sed -n 's/^npm error code //p' "$said")"
  case "$code" in
    E404 | ETARGET) end 2 "npm has no $package, or no package that it needs" ;;
    ECONN* | ENOTFOUND | EAI_AGAIN | ENET* | EHOST* | ETIMEDOUT | ERR_SOCKET_TIMEOUT)
      end 3 "npm cannot reach its registry to install $package ($code)"
      ;;
  esac
  cat "$said" >&2
  end 3 "npm cannot install $package"
fi

options=(--out "$REPORT")
if [ -n "$ONLY" ]; then options+=(--only "$ONLY"); fi
if [ -n "$PACT" ]; then options+=(--pact "$PACT"); fi
code=0
"$tools/node_modules/.bin/onramp-harness" gate "${options[@]}" -- bash -c "$ADAPTER" 2> "$said" || code=$?
cat "$said" >&2
if [ ! -f "$REPORT/summary.json" ]; then end "$code" "The SDK was not judged: $(grep -m 1 -E '^[a-z-]+: ' "$said")"; fi
end "$code"
