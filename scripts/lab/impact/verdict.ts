import type { Cause } from '../../../contracts/harness/check/verdict.ts'
import type { PageState } from './scenarios.ts'

/** Impact of a finding on a page, mildest first. `unsafe` affects money or private data. */
export const VERDICTS = ['unharmed', 'degraded', 'broken', 'unsafe'] as const
export type Verdict = (typeof VERDICTS)[number]

export type Change = { verdict: Verdict; text: string }

/** Impact of a finding on a page. */
export type ScreenImpact = {
  screen: string
  verdict: Verdict
  changes: Change[]
  /** Both screenshots, or null if nothing has changed. */
  images: { healthy: Buffer; drifted: Buffer } | null
}

export type FindingImpact = {
  /** Such as `products.latest $.products[].price: expected number, got string`. */
  title: string
  class: Cause['finding']['class']
  verdict: Verdict
  screens: ScreenImpact[]
}

/** Names of controls with which shoppers buy. */
const BUY_CONTROLS = /add to cart|place order|proceed to (checkout|payment)/i

/** Minimum share of the healthy page's text. A page with less counts as broken. */
const MIN_TEXT_SHARE = 0.5

/** Returns the differences between a page with the healthy host and with the drifted host, worst first. */
export function changesOf(healthy: PageState, drifted: PageState, goal?: string): Change[] {
  const changes: Change[] = []
  const add = (verdict: Verdict, text: string) => changes.push({ verdict, text })

  const strange = drifted.prices.filter(
    (each) => /NaN|undefined/.test(each) && !healthy.prices.includes(each),
  )
  if (strange.length > 0) add('unsafe', `shows ${strange[0]} instead of a price`)
  const other = more(drifted.prices, healthy.prices).filter((each) => !strange.includes(each))
  if (other.length > 0) add('unsafe', `shows different prices: ${listed(other)}`)
  if (
    healthy.prices.length > 0 &&
    drifted.prices.length === 0 &&
    drifted.controls.some((each) => BUY_CONTROLS.test(each))
  )
    add('unsafe', 'offers a product for sale without a price')
  const personal = more(drifted.texts.flatMap(personalIn), healthy.texts.flatMap(personalIn))
  if (personal.length > 0) add('unsafe', `shows a new e-mail address or phone number`)

  if (healthy.goal === true && drifted.goal === false)
    add('broken', `a shopper cannot ${goal ?? 'use the page'}`)
  const alerts = more(drifted.alerts, healthy.alerts)
  if (alerts.length > 0) add('broken', `shows an error message: ${listed(alerts)}`)
  if (drifted.heading !== healthy.heading)
    add('broken', `the heading is ${quoted(drifted.heading)} instead of ${quoted(healthy.heading)}`)
  const gone = more(healthy.texts, drifted.texts)
  if (healthy.texts.length > 4 && healthy.texts.length - gone.length < healthy.texts.length * MIN_TEXT_SHARE)
    add('broken', `${gone.length} of ${healthy.texts.length} texts are missing`)
  else if (gone.length > 0) add('degraded', `text is missing: ${listed(gone)}`)

  const prices = more(healthy.prices, drifted.prices)
  if (prices.length > 0 && other.length === 0) add('degraded', `${prices.length} prices are missing`)
  const texts = more(drifted.texts, healthy.texts)
  if (texts.length > 0) add('degraded', `shows different text: ${listed(texts)}`)
  const controls = more(healthy.controls, drifted.controls)
  if (controls.length > 0) add('degraded', `controls are missing: ${listed(controls)}`)
  if (drifted.images < healthy.images)
    add('degraded', `${healthy.images - drifted.images} images are missing`)
  const errors = more(drifted.errors, healthy.errors)
  if (errors.length > 0) add('degraded', `errors in the console: ${listed(errors)}`)
  return changes.sort((a, b) => VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict))
}

export function worstOf(verdicts: readonly Verdict[]): Verdict {
  return VERDICTS.findLast((each) => verdicts.includes(each)) ?? 'unharmed'
}

/** Returns the exit code for a verdict: 0 unharmed, 1 degraded, 3 broken, 4 unsafe. 2 means invalid usage. */
export function exitCodeFor(verdict: Verdict): number {
  return { unharmed: 0, degraded: 1, broken: 3, unsafe: 4 }[verdict]
}

function more(some: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return [...new Set(some)].filter((each) => !known.has(each))
}

function personalIn(text: string): string[] {
  return text.match(/[^\s@]+@[^\s@]+\.\w+|\+?\d[\d ]{8,}\d/g) ?? []
}

function listed(texts: readonly string[]): string {
  const shown = texts.slice(0, 3).map(quoted).join(', ')
  return texts.length > 3 ? `${shown} and ${texts.length - 3} more` : shown
}

function quoted(text: string): string {
  return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
}
