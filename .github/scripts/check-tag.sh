#!/usr/bin/env bash
# Fails unless a tag names the version in package.json, and CHANGELOG.md has a section for it. Usage: check-tag.sh TAG
set -euo pipefail
version=$(node -p 'require("./package.json").version')
if [ "$1" != "v$version" ]; then
  echo "::error::The tag $1 is not v$version, the version in package.json"
  exit 1
fi
if ! grep -qx "## $version" CHANGELOG.md; then
  echo "::error::CHANGELOG.md has no section \"## $version\""
  exit 1
fi
