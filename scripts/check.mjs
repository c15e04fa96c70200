/** `pnpm check`: types, lint, import arrows, dead code and fresh documents. */
import { bootstrap, fail } from './bootstrap.mjs'
import { checks, passes } from './steps.mjs'

try {
  await bootstrap()
  const results = checks.map(([title, command, args]) => passes(title, command, args))
  process.exit(results.every(Boolean) ? 0 : 1)
} catch (error) {
  fail(error)
}
