import { printable } from '../harness/report/printable.ts'
import type { Progress } from '../harness/run-options.ts'

/** Reports progress on stderr: one line that is overwritten on a terminal, a line each elsewhere. */
export function printProgress(out: NodeJS.WriteStream = process.stderr): {
  report: (event: Progress) => void
  end: () => void
} {
  let total = 0
  const clear = () => out.isTTY && out.write('\r\x1b[K')
  const line = (text: string) => {
    clear()
    out.write(`${printable(text)}\n`)
  }
  return {
    report(event) {
      if (event.kind === 'start') total = event.cases
      else if (event.kind === 'waiting')
        line(`  the host asks to wait (429): waiting ${Math.ceil(event.ms / 1000)} s`)
      else if (event.kind === 'writing')
        line(`  writes: ${event.method} ${event.path}: ${event.title} (${event.undoneBy})`)
      else {
        const text = `  ${event.done + 1}/${total} ${event.name}: ${event.title}`
        if (out.isTTY) out.write(`\r\x1b[K${printable(text).slice(0, (out.columns || 80) - 1)}`)
        else line(text)
      }
    },
    end: clear,
  }
}
