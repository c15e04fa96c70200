import { FORMATTERS, type ReportFormat } from '../harness/report/formatters.ts'
import { UserError } from '../src/command-line/user-error.ts'

// Parsers for the values of options. All of them throw a UserError with a one-sentence message.

export function parseText(option: string) {
  return (value: string): string => {
    if (value.trim() === '') throw new UserError(`${option} is empty; see --help.`)
    return value
  }
}

export function parseInteger(option: string, min: number, max: number) {
  return (value: string): number => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    throw new UserError(`${option} must be an integer, ${min} to ${max}, not "${value}".`)
  }
}

/** Parses the number of runs of --update-baseline. */
export function parseRunCount(value: string | undefined): number {
  return value === undefined ? 1 : parseInteger('--update-baseline', 1, 20)(value)
}

export function parseNames(option: string) {
  return (value: string): string[] => {
    const selected = value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    if (selected.length === 0) throw new UserError(`${option} is empty; see --help.`)
    return selected
  }
}

/** Returns the scheme, host, port and folder of a URL, without a trailing slash. */
export function parseHostUrl(option: string) {
  return (value: string): string => {
    if (!URL.canParse(value)) throw new UserError(`${option} must be a URL like https://api.example.com.`)
    const url = new URL(value)
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new UserError(`${option} must start with http:// or https://.`)
    if (url.username || url.password)
      throw new UserError(`${option} must not contain credentials; use PROVIDER_EMAIL and PROVIDER_PASSWORD.`)
    if (url.search || url.hash) throw new UserError(`${option} must not contain a query.`)
    return url.origin + url.pathname.replace(/\/$/, '')
  }
}

/** Parses the origin of web pages. */
export function parsePageOrigin(option: string) {
  return (value: string): string => {
    const { origin, pathname } = new URL(parseHostUrl(option)(value))
    if (pathname !== '/') throw new UserError(`${option} must be an origin without a path, like ${origin}.`)
    return origin
  }
}

export function parseEmulator(value: string): string {
  return value === 'embedded' || value === 'none' ? value : parseHostUrl('--emulator')(value)
}

export function parseAdditive(value: string): 'additive' {
  if (value !== 'additive') throw new UserError(`--fail-on must be "additive", not "${value}".`)
  return value
}

export type ReportFile = { file: string; format: ReportFormat }

/** Determines the format of a report from its file extension (`report.html`) or prefix (`md=FILE`). */
export function parseReportFile(value: string, earlier: readonly ReportFile[] = []): ReportFile[] {
  const formats = Object.keys(FORMATTERS) as ReportFormat[]
  const format = formats.find((name) => value.startsWith(`${name}=`) && value.length > name.length + 1)
  if (format) return [...earlier, { file: value.slice(format.length + 1), format }]
  const extension = formats.find((name) => value.endsWith(`.${name}`))
  if (extension) return [...earlier, { file: value, format: extension }]
  const names = formats.map((name) => `.${name}`)
  throw new UserError(
    `--report ${value}: unknown format. Use a ${names.slice(0, -1).join(', ')} or ${names.at(-1)} file, or a prefix as in md=${value || 'FILE'}.`,
  )
}

export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
