import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkBudget } from './build/budget.ts'
import { checks, runCheck, runChecks } from './checks/checks.ts'
import { prepareEndToEnd } from './checks/programs.ts'
import { bin, commandLine, print, root } from './command.ts'

const reports = join(root, '.data', 'test')

/**
 * Maximum number of end-to-end tests that may pass only on retry, because the machine is shared with other processes.
 * Playwright lists them. If there are more, the run fails.
 */
const MAX_FLAKY = 2

/** Tag of long end-to-end tests that repeat another one with different pages, sizes or values, or in a rare environment. */
const THOROUGH = '@thorough'

const results: { title: string; passed: number; failed: number }[] = []

/** Adds a check, or a test runner with its counts. A runner that failed or ran no tests counts as a failure. */
function add(title: string, ok: boolean | null, passed = ok ? 1 : 0, failed = 0): void {
  if (ok === null) return
  results.push({ title, passed, failed: ok && passed > 0 ? failed : Math.max(failed, 1) })
}

function readReport(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

const { thorough } = commandLine(
  'test',
  'Runs all checks and tests: types, lint, import boundaries, dead code, unit tests, contract cases, stress tests, and complete journeys in Chromium.',
)
  .option('--thorough', 'also run the long end-to-end tests, such as every page offline')
  .parse()
  .opts()

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

for (const [title, ok] of await runChecks(checks())) add(title, ok)

const unitTests = 'unit tests and contract cases'
const unitReport = join(reports, 'unit.json')
const unitArgs = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`]
const unitOk = await runCheck(unitTests, bin('vitest'), unitArgs)
const { numPassedTests, numFailedTests } = readReport(unitReport)
add(unitTests, unitOk, numPassedTests, numFailedTests)

const rounds = thorough ? 20 : 6
const kills = `${rounds} kills under a load of orders`
const killing = [join(root, 'scripts/run.mjs'), 'scripts/lab/kill.ts', '--rounds', `${rounds}`]
// The shop is built meanwhile.
const [survives, { shop, env }] = await Promise.all([
  runCheck(kills, process.execPath, killing),
  prepareEndToEnd(),
])
add(kills, survives)
const inBudget = checkBudget(shop)
print(`${inBudget ? 'ok    ' : 'FAILED'}  byte budget`)
add('byte budget', inBudget)
if (!env.NGINX_PATH)
  print('skipped  tests of the deployed folder with nginx: install nginx, or set CI=true to install it')
// The thorough run uses the full browser.
if (thorough) delete env.HEADLESS_SHELL_PATH
const journeys = `end to end in ${env.HEADLESS_SHELL_PATH ?? env.CHROMIUM_PATH}`
const journeyReport = join(reports, 'journey.json')
const journeysOk = await runCheck(
  journeys,
  bin('playwright', 'web'),
  ['test', '--reporter=dot,json', ...(thorough ? [] : ['--grep-invert', THOROUGH])],
  {
    folder: 'web',
    env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport },
    shows: / flaky/,
  },
)
const { expected = 0, unexpected = 0, flaky = 0 } = readReport(journeyReport).stats ?? {}
const isSteady = flaky <= MAX_FLAKY
add(journeys, journeysOk && isSteady, expected + (isSteady ? flaky : 0), unexpected + (isSteady ? 0 : flaky))

const sum = (count: 'passed' | 'failed') => results.reduce((total, result) => total + result[count], 0)
for (const { title, failed } of results) if (failed > 0) print(`FAILED  ${title}: ${failed}`)
print(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
