import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CHROMIUM_FLAGS } from '../../../web/chromium-flags.ts'
import { UserError } from '../../command.ts'

/** Downloaded by npm for the run, so it is not a dependency. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

/** Results of a cold page load on Lighthouse's simulated phone. Times are in ms, sizes in KB of 1024 bytes. */
export type PageLoad = {
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
  lcp: number
  fcp: number
  tbt: number
  cls: number
  requests: number
  totalKb: number
  scriptKb: number
}

export const METRICS = ['performance', 'fcp', 'lcp', 'tbt', 'cls', 'requests', 'totalKb', 'scriptKb'] as const

type Report = {
  runtimeError?: { message: string }
  categories: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', { score: number | null }>
  audits: Record<string, { numericValue?: number; details?: { items?: Record<string, unknown>[] } }>
}

/** Measures a page load with an empty profile. @throws UserError if Lighthouse or the page does not load */
export async function loadPage(url: string, chromium: string): Promise<PageLoad> {
  const args = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url,
    '--quiet',
    '--output=json',
  ]
  const child = spawn('npm', [...args, `--chrome-flags=${['--headless=new', ...CHROMIUM_FLAGS].join(' ')}`], {
    env: { ...process.env, CHROME_PATH: chromium, npm_config_update_notifier: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const code = await new Promise((ended) => child.on('close', ended))
  if (code !== 0) throw new UserError(`Lighthouse exited with ${code}: ${errors.trim().split('\n').at(-1)}`)
  const report: Report = JSON.parse(out)
  if (report.runtimeError) throw new UserError(`${url} could not be measured: ${report.runtimeError.message}`)
  return readReport(report)
}

function readReport({ categories, audits }: Report): PageLoad {
  const score = (name: keyof Report['categories']) => Math.round((categories[name].score ?? 0) * 100)
  const number = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const requests = audits['network-requests']?.details?.items ?? []
  const kilobytes = (items: Record<string, unknown>[]) =>
    items.reduce((sum, { transferSize }) => sum + Number(transferSize ?? 0), 0) / 1024
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    lcp: number('largest-contentful-paint'),
    fcp: number('first-contentful-paint'),
    tbt: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    requests: requests.length,
    totalKb: kilobytes(requests),
    scriptKb: kilobytes(requests.filter(({ resourceType }) => resourceType === 'Script')),
  }
}

export function medianLoad(loads: readonly PageLoad[]): PageLoad {
  const keys = Object.keys(loads[0] ?? {}) as (keyof PageLoad)[]
  const middle = (key: keyof PageLoad) =>
    loads.map((load) => load[key]).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? Number.NaN
  return Object.fromEntries(keys.map((key) => [key, middle(key)])) as PageLoad
}

/** CPU time of all cores since boot, in kernel ticks. */
type ProcessorTime = { busy: number; stolen: number }

/**
 * Parses the first line of /proc/stat. Source: "steal" in proc_stat(5) is the time in which this virtual machine had
 * work, but the CPU was used by other guests of the same host.
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
    // The file exists on Linux only.
    return null
  }
}

/** Measures the share of CPU time from 0 to 1 that was stolen during an action; null if it is not reported. */
export async function withStolenTime<Result>(act: () => Promise<Result>): Promise<[Result, number | null]> {
  const before = now()
  const result = await act()
  const after = now()
  if (before === null || after === null) return [result, null]
  const stolen = after.stolen - before.stolen
  return [result, stolen / Math.max(1, stolen + after.busy - before.busy)]
}
