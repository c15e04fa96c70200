import { readFileSync } from 'node:fs'

/** CPU time of the machine since boot, in kernel ticks. */
type ProcessorTime = { busy: number; stolen: number }

/**
 * Reads the first line of /proc/stat ("steal" in proc_stat(5)): time in which this machine had work while another guest of
 * the same host used the CPU.
 */
export function readProcessorTime(text: string): ProcessorTime {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] =
    /^cpu +([\d ]+)/.exec(text)?.[1]?.split(' ').map(Number) ?? []
  return { busy: user + nice + system + irq + softirq, stolen }
}

function now(): ProcessorTime | null {
  try {
    return readProcessorTime(readFileSync('/proc/stat', 'utf8'))
  } catch {
    // Linux only.
    return null
  }
}

/**
 * Runs an action and measures which share of the CPU time was stolen meanwhile.
 * @returns the share, 0 to 1; null if the system does not report it
 */
export async function withStolenTime<Result>(act: () => Promise<Result>): Promise<[Result, number | null]> {
  const before = now()
  const result = await act()
  const after = now()
  if (before === null || after === null) return [result, null]
  const stolen = after.stolen - before.stolen
  return [result, stolen / Math.max(1, stolen + after.busy - before.busy)]
}
