#!/usr/bin/env bash
# Proposes what `observe` changed below reports/observed in one pull request, whose branch every night writes anew.
set -euo pipefail
branch=observed/nightly
if [ -z "$(git status --porcelain reports/observed)" ]; then
  echo 'Nothing new was observed.'
  exit 0
fi
gh auth setup-git
git config user.name 'github-actions[bot]'
git config user.email '41898282+github-actions[bot]@users.noreply.github.com'
git switch -C "$branch"
git add reports/observed
git commit -m 'Keep what the nightly run observed'
git push --force origin "$branch"
if [ -z "$(gh pr list --head "$branch" --state open --json number --jq '.[0].number // empty')" ]; then
  gh pr create --head "$branch" --title 'What the nightly run observed' --body 'Facts of the hosted sandbox that are new or have changed. Each names its evidence.'
fi
