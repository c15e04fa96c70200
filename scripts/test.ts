import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkBudget } from './build/budget.ts'
import { checks, passes, runChecks } from './checks/checks.ts'
import { type Count, countEndToEnd, countUnit } from './checks/count-tests.ts'
import { prepareEndToEnd } from './checks/programs.ts'
import { bin, commandLine, print, root } from './command.ts'

const reports = join(root, '.data', 'test')
const total = { passed: 0, failed: 0 }
/** Failures, which are repeated at the end, because the output is long and may be truncated. */
const failures: string[] = []

function add(passed: number, failed: number): void {
  total.passed += passed
  total.failed += failed
}

function addOne(title: string, ok: boolean): void {
  add(ok ? 1 : 0, ok ? 0 : 1)
  if (!ok) failures.push(title)
}

/**
 * Maximum number of end-to-end tests that may pass only on retry, because the machine is shared with other processes.
 * They are listed. If there are more, the run fails.
 */
const MAX_FLAKY = 2

/** Tag of long end-to-end tests that repeat another test with different pages, sizes or values. */
const THOROUGH = '@thorough'

/** Adds the counts from a test runner's report. A runner without a report or without tests has failed. */
function addReport<Report>(ok: boolean, file: string, read: (report: Report) => Count, maxFlaky = 0): void {
  let counted: Count = { passed: 0, failed: 0, failures: [], flaky: [] }
  try {
    counted = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // A missing report is counted as a failure below.
  }
  const { flaky } = counted
  const isFlakyTooOften = flaky.length > maxFlaky
  const passed = counted.passed + (isFlakyTooOften ? 0 : flaky.length)
  const failed = counted.failed + (isFlakyTooOften ? flaky.length : 0)
  const silent = passed + failed === 0 || (!ok && failed === 0) ? 1 : 0
  add(passed, failed + silent)
  failures.push(...counted.failures, ...(isFlakyTooOften ? flaky : []))
  if (silent) failures.push(`${file}: the test runner failed although no test failed, or ran no tests`)
  for (const name of flaky) print(`${isFlakyTooOften ? 'FAILED' : 'FLAKY '}  passed only on retry: ${name}`)
  print(`        ${passed} passed, ${failed + silent} failed`)
}

const { thorough } = commandLine(
  'test',
  'Runs all checks and tests: types, lint, import boundaries, dead code, unit tests, contract cases, stress tests, and complete journeys in Chromium.',
)
  .option(
    '--thorough',
    'also run the long end-to-end tests: every hostile value, every tampered value, every screen offline',
  )
  .parse()
  .opts()

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

for (const [title, ok] of await runChecks(checks())) addOne(title, ok)

const unit = join(reports, 'unit.json')
const unitOk = await passes('unit tests and contract cases', bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unit}`,
])
addReport(unitOk, unit, countUnit)

const kills = '20 kills under a load of orders'
const killing = [join(root, 'scripts/run.mjs'), 'scripts/lab/kill.ts', '--rounds', '20']
// The shop is built meanwhile.
const [survives, { shop, env }] = await Promise.all([
  passes(kills, process.execPath, killing),
  prepareEndToEnd(),
])
addOne(kills, survives)
const inBudget = checkBudget(shop)
print(`${inBudget ? 'ok    ' : 'FAILED'}  byte budget`)
addOne('byte budget', inBudget)
if (!env.NGINX_PATH)
  print('skipped  tests of the deployed folder with nginx: install nginx, or set CI=true to install it')
// The thorough run uses the full browser. So do tests of features that the headless shell lacks, such as a camera.
if (thorough) delete env.HEADLESS_SHELL_PATH
const journey = join(reports, 'journey.json')
const journeyOk = await passes(
  `end to end in ${env.HEADLESS_SHELL_PATH ?? env.CHROMIUM_PATH}`,
  bin('playwright', 'web'),
  ['test', '--reporter=dot,json', ...(thorough ? [] : ['--grep-invert', THOROUGH])],
  { folder: 'web', env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: journey } },
)
addReport(journeyOk, journey, countEndToEnd, MAX_FLAKY)

for (const name of failures) print(`FAILED  ${name}`)
print(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
