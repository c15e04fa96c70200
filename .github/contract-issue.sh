#!/usr/bin/env bash
# Keeps one issue about the contract: opens it when a run fails, comments when its result changes, closes it when a run
# passes, and reopens it afterwards. Reads report.md and report.json, which are missing if the run could not start.
# Environment: CODE (exit code of the run), GH_TOKEN, GH_REPO, and GitHub's own variables.
set -euo pipefail

title="The provider's contract"
run="[This run]($GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID)"
found=$(gh issue list --state all --search "in:title \"$title\"" --json number,title,state,body \
  --jq "map(select(.title == \"$title\")) | .[0] // empty")
number=$(jq -r '.number // empty' <<< "${found:-null}")
state=$(jq -r '.state // empty' <<< "${found:-null}")

if [ "${CODE:-}" = 0 ]; then
  if [ "$state" = OPEN ]; then gh issue close "$number" --comment "$run passed: the contract is kept again."; fi
  exit 0
fi

# The same findings on the next day change nothing. Without a report, the exit code is compared.
result="exit ${CODE:-unknown}"
if [ -s report.json ]; then
  result+=$(jq -c '[.summary.exitCode, (.endpoints[] | .name as $name | (.findings[] | [$name, .where, .rule]), [$name, .status])]' report.json)
fi
mark="<!-- result $(sha256sum <<< "$result" | cut -c1-16) -->"
{
  printf '%s\n%s ended with exit code %s.\n\n' "$mark" "$run" "${CODE:-unknown}"
  # An issue is limited to 65,536 characters.
  if [ -s report.md ]; then head -c 60000 report.md; else echo "The run could not start, so there is no report."; fi
} > issue.md

if [ -z "$number" ]; then
  gh issue create --title "$title" --body-file issue.md
elif [ "$state" = CLOSED ]; then
  gh issue edit "$number" --body-file issue.md
  gh issue reopen "$number" --comment "$run ended with exit code ${CODE:-unknown}. The description has the report."
elif [[ "$(jq -r .body <<< "$found")" != *"$mark"* ]]; then
  gh issue edit "$number" --body-file issue.md
  gh issue comment "$number" --body "The result has changed: $run ended with exit code ${CODE:-unknown}. The description has the report."
fi
