import type { Progress } from '../harness/send/host.ts'
import { toPrintable } from '../src/command-line/printable.ts'

/**
 * Creates a printer of progress on stderr. A terminal shows a single line that is overwritten, other outputs
 * one line per request.
 */
export function createProgressPrinter(out: NodeJS.WriteStream = process.stderr): {
  report: (event: Progress) => void
  end: () => void
} {
  let total = 0
  const clearLine = () => out.isTTY && out.write('\r\x1b[K')
  const printLine = (text: string) => {
    clearLine()
    out.write(`${toPrintable(text)}\n`)
  }
  return {
    report(event) {
      if (event.kind === 'start') total = event.cases
      else if (event.kind === 'waiting')
        printLine(`  rate limit (429): waiting ${Math.ceil(event.ms / 1000)} s`)
      else if (event.kind === 'writing')
        printLine(`  write: ${event.method} ${event.path}: ${event.title} (${event.cleanup})`)
      else {
        const text = `  ${event.done + 1}/${total} ${event.name}: ${event.title}`
        if (out.isTTY) out.write(`\r\x1b[K${toPrintable(text).slice(0, (out.columns || 80) - 1)}`)
        else printLine(text)
      }
    },
    end: clearLine,
  }
}
