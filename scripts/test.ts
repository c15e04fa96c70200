import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkBudget } from './build/budget.ts'
import { prepareEndToEnd } from './build/prepare-end-to-end.ts'
import { Results } from './checks/results.ts'
import { listChecks, runCheck, runChecks } from './checks/static-checks.ts'
import { commandLine, print } from './command-line.ts'
import { root } from './project.ts'
import { bin } from './run-program.ts'

const reports = join(root, '.data', 'test')

/**
 * Tag of long end-to-end tests that repeat another one with different pages, sizes or values, or in a rare environment.
 */
const THOROUGH = '@thorough'

function readReport(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

async function runUnitTests(results: Results): Promise<void> {
  const title = 'unit tests and contract cases'
  const report = join(reports, 'unit.json')
  const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const hasPassed = await runCheck(title, bin('vitest'), args)
  const { numPassedTests, numFailedTests, numPendingTests } = readReport(report)
  results.addTests(title, hasPassed === true, {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
  })
}

async function runKills(results: Results, rounds: number): Promise<void> {
  const title = `${rounds} kills under a load of orders`
  const args = [join(root, 'scripts/run.mjs'), 'scripts/lab/kill.ts', '--rounds', `${rounds}`]
  results.addCheck(title, await runCheck(title, process.execPath, args))
}

async function runEndToEnd(results: Results, env: NodeJS.ProcessEnv, thorough: boolean): Promise<void> {
  const title = `end to end in ${env.HEADLESS_SHELL_PATH ?? env.CHROMIUM_PATH}`
  const report = join(reports, 'journey.json')
  const args = ['test', '--reporter=dot,json', ...(thorough ? [] : ['--grep-invert', THOROUGH])]
  const hasPassed = await runCheck(title, bin('playwright', 'web'), args, {
    folder: 'web',
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    printIfOutput: / flaky/,
  })
  const { expected, unexpected, flaky, skipped } = readReport(report).stats ?? {}
  results.addEndToEnd(title, hasPassed === true, { passed: expected, failed: unexpected, flaky, skipped })
}

const { thorough = false } = commandLine(
  'test',
  'Runs all checks and tests: types, lint, import boundaries, dead code, unit tests, contract cases, stress tests, and complete journeys in Chromium.',
)
  .option('--thorough', 'also run the long end-to-end tests, such as every page offline')
  .parse()
  .opts()

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const results = new Results()
for (const [title, hasPassed] of await runChecks(listChecks())) results.addCheck(title, hasPassed)
await runUnitTests(results)
// Started first, because the builds block this process.
const kills = runKills(results, thorough ? 20 : 6)
const { shop, env } = await prepareEndToEnd()
await kills
const inBudget = checkBudget(shop)
print(`${inBudget ? 'ok    ' : 'FAILED'}  byte budget`)
results.addCheck('byte budget', inBudget)
if (!env.NGINX_PATH)
  print('skipped tests of the deployed folder with nginx: install nginx, or set CI=true to install it')
// The thorough run uses the full browser.
if (thorough) delete env.HEADLESS_SHELL_PATH
await runEndToEnd(results, env, thorough)

for (const line of results.lines()) print(line)
process.exitCode = results.hasPassed ? 0 : 1
