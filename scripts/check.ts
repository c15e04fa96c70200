import { checks, runChecks } from './checks/checks.ts'
import { commandLine } from './command.ts'

commandLine('check', 'Checks types, lint, import boundaries, dead code and generated documents.').parse()
const results = await runChecks(checks())
process.exitCode = results.every(([, ok]) => ok) ? 0 : 1
