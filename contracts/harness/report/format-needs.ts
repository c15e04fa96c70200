import type { Need } from '../../src/case.ts'
import { toPrintable } from '../../src/command-line/printable.ts'

/** Returns the table of answers at the end of --staging, and the settings to copy. */
export function formatNeeds(needs: readonly Need[]): string {
  const widest = Math.max(...needs.map(({ question }) => question.length))
  const rows = needs.map(({ question, answer }) => `  ${question.padEnd(widest)}  ${answer}`)
  const settings = needs.flatMap(({ setting }) => (setting === null ? [] : [setting]))
  const lines = ['What this host needs', ...rows, ...(settings.length > 0 ? ['', ...settings] : [])]
  return `${lines.map(toPrintable).join('\n')}\n`
}
