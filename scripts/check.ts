import { listChecks, runChecks } from './checks/static-checks.ts'
import { commandLine } from './command-line.ts'

commandLine(
  'check',
  'Checks types, lint, style sheets, browser features, import boundaries, dead code, the OpenAPI document, generated documents and workflows.',
).parse()
const results = await runChecks(listChecks())
process.exitCode = results.every(([, hasPassed]) => hasPassed !== false) ? 0 : 1
