#!/usr/bin/env bash
# Opens or updates one pull request with the changes in reports/observed: facts, and the dialect of the service.
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
git commit -m 'Update the observed facts from the nightly run'
git push --force origin "$branch"
if [ -z "$(gh pr list --head "$branch" --state open --json number --jq '.[0].number // empty')" ]; then
  # The night stays green: later nights are compared with it.
  gh pr create --head "$branch" --title 'Facts observed by the nightly run' \
    --body 'New or changed facts of the hosted sandbox, and the dialect of its twin. Each names its evidence.' ||
    echo "::warning::The facts are on the branch $branch, but no pull request could be opened. Allow it in the settings" \
      "of the repository: Actions, General, Allow GitHub Actions to create and approve pull requests."
fi
