/**
 * `npm test`: everything that must hold, in one command: types, lint, arrows, dead code, unit tests, contract
 * cases, and the journey in a real Chromium. It goes on after a failure and closes with a count.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, fail, root, say } from './bootstrap.mjs'
import { checkBudget } from './budget.mjs'
import { buildConsole } from './build-console.mjs'
import { buildShop } from './build-shop.mjs'
import { chromium } from './chromium.mjs'
import { bin, checks, passes } from './steps.mjs'

const reports = join(root, '.data', 'test')
const total = { passed: 0, failed: 0 }

function add(passed, failed) {
  total.passed += passed
  total.failed += failed
}

/** A runner's own count; a runner that leaves no report, or ran nothing, has failed. */
function count(ok, file, read) {
  let counted = { passed: 0, failed: 0 }
  try {
    counted = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // Counted below as a failure.
  }
  const nothingSeen = counted.passed + counted.failed === 0
  const silent = nothingSeen || (!ok && counted.failed === 0) ? 1 : 0
  add(counted.passed, counted.failed + silent)
  say(`        ${counted.passed} passed, ${counted.failed + silent} failed`)
}

try {
  await bootstrap()
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  for (const [title, command, args] of checks) passes(title, command, args) ? add(1, 0) : add(0, 1)

  const unit = join(reports, 'unit.json')
  const unitOk = passes('unit tests and contract cases', bin('vitest'), [
    'run',
    '--config=scripts/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unit}`,
  ])
  count(unitOk, unit, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }))

  const hardships = [
    ['20 kills under a load of orders', 'kill.mjs', ['--rounds', '20']],
    ['3,000 schema-derived and hostile requests', 'fuzz.mjs', ['--requests', '3000']],
  ]
  for (const [title, script, args] of hardships) {
    passes(title, process.execPath, [join(root, 'scripts', script), ...args]) ? add(1, 0) : add(0, 1)
  }

  const shopFolder = buildShop()
  const inBudget = checkBudget(shopFolder, say)
  say(`${inBudget ? 'ok    ' : 'FAILED'}  byte budget`)
  inBudget ? add(1, 0) : add(0, 1)
  buildConsole()
  const browser = chromium()
  const journey = join(reports, 'journey.json')
  const journeyOk = passes(
    `end to end in ${browser}`,
    bin('playwright', 'web'),
    ['test', '--config=web/playwright.config.ts', '--reporter=list,json'],
    {
      env: { ...process.env, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: journey },
    },
  )
  count(journeyOk, journey, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
  }))

  say(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 ? 0 : 1)
} catch (error) {
  fail(error)
}
