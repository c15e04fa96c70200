import type { CONTRACT_BREAKS, Effect, Fault, NewFault } from '../../src/control/faults-contract.ts'

type FaultKind = (typeof CONTRACT_BREAKS)[number]

export const CONTRACT_KINDS: Record<FaultKind, string> = {
  'null-in-required': 'null in a required field',
  'number-as-text': 'a number as text',
  'missing-field': 'a field is missing',
  'missing-image': 'an image that does not exist',
  'empty-list': 'an empty list',
  'unknown-enum': 'a value outside its enum',
}

export const EFFECTS = {
  status: 'Responds with a status',
  latency: 'Responds late',
  reset: 'Ends the connection',
  truncate: 'Sends half of the response',
  html: 'Responds with HTML instead of JSON',
  throttle: 'Responds with 429, too many requests',
  contract: 'Breaks the contract in one place',
  change: 'Changes or removes a field',
} as const
export type EffectKind = keyof typeof EFFECTS

export type FaultDraft = {
  method: string
  path: string
  from: string
  times: string
  chance: string
  effect: EffectKind
  status: string
  body: string
  latency: string
  throttle: string
  contract: FaultKind
  at: string
  value: string
}

export const NEW_DRAFT: FaultDraft = {
  method: '',
  path: '',
  from: '',
  times: '',
  chance: '',
  effect: 'status',
  status: '500',
  body: '',
  latency: '2000',
  throttle: '30',
  contract: 'null-in-required',
  at: '',
  value: '',
}

export type DraftFaults = Partial<Record<keyof FaultDraft, string>>

/** Converts the form's values to a fault, or returns an error message for each invalid field. */
export function readDraft(draft: FaultDraft): { fault: NewFault } | { wrong: DraftFaults } {
  const wrong: DraftFaults = {}
  const whole = (field: keyof FaultDraft, least: number, most: number): number => {
    const text = draft[field].trim()
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < least || number > most)
      wrong[field] = `Enter a whole number from ${least} to ${most}.`
    return number
  }
  const optional = (field: 'from' | 'times') =>
    draft[field].trim() === '' ? {} : { [field]: whole(field, 1, 1_000_000) }
  const chance = draft.chance.trim() === '' ? {} : { probability: whole('chance', 0, 100) / 100 }
  const path = draft.path.trim()
  if (path !== '' && !/^[/*]/.test(path)) wrong.path = 'Must begin with / or *.'
  const fault: NewFault = {
    ...(draft.method === '' ? {} : { method: draft.method as NonNullable<NewFault['method']> }),
    ...(path === '' ? {} : { path }),
    ...optional('from'),
    ...optional('times'),
    ...chance,
    effect: effectOf(draft, whole, wrong),
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { fault }
}

function effectOf(
  draft: FaultDraft,
  whole: (field: keyof FaultDraft, least: number, most: number) => number,
  wrong: DraftFaults,
): Effect {
  switch (draft.effect) {
    case 'status': {
      const status = whole('status', 100, 599)
      return draft.body.trim() === '' ? { status } : { status, body: readJson(draft, 'body', wrong) }
    }
    case 'latency':
      return { latency: whole('latency', 0, 120_000) }
    case 'throttle':
      return { throttle: whole('throttle', 0, 86_400) }
    case 'contract':
      return { contract: draft.contract, ...(draft.at.trim() === '' ? {} : { at: draft.at.trim() }) }
    case 'change': {
      const change = draft.at.trim()
      if (!change.startsWith('$')) wrong.at = 'Enter a JSON path, for example $.products[].price.'
      return draft.value.trim() === '' ? { change } : { change, value: readJson(draft, 'value', wrong) }
    }
    case 'reset':
      return { reset: true }
    case 'truncate':
      return { truncate: true }
    case 'html':
      return { html: true }
  }
}

function readJson(draft: FaultDraft, field: 'body' | 'value', wrong: DraftFaults): unknown {
  try {
    return JSON.parse(draft[field])
  } catch {
    wrong[field] = 'Enter JSON, for example {"message": "Server Error"} or "text".'
    return undefined
  }
}

/** Preset failures that a shop should survive. Each affects every request. */
export const PRESETS: readonly { name: string; fault: NewFault }[] = [
  { name: 'Host is down', fault: { effect: { reset: true } } },
  { name: 'Slow host, 2 s', fault: { effect: { latency: 2000 } } },
  { name: 'Server errors', fault: { effect: { status: 500 } } },
  { name: 'HTML instead of JSON', fault: { effect: { html: true } } },
  { name: 'Too many requests', fault: { effect: { throttle: 30 } } },
  { name: 'Truncated responses', fault: { effect: { truncate: true } } },
  { name: 'One in five fails', fault: { probability: 0.2, effect: { reset: true } } },
  { name: 'Empty lists', fault: { effect: { contract: 'empty-list' } } },
  { name: 'Missing images', fault: { effect: { contract: 'missing-image' } } },
]

/** Formats the route: `GET /products/latest`, or `Every request`. */
export function targetWords({ method, path }: Pick<NewFault, 'method' | 'path'>): string {
  if (path === undefined) return method === undefined ? 'Every request' : `Every ${method}`
  return `${method ?? 'Any'} ${path}`
}

/** Describes the effect, starting with a verb. */
export function effectWords(effect: Effect): string {
  if ('status' in effect)
    return `responds with ${effect.status}${effect.body === undefined ? '' : ' and a custom body'}`
  if ('latency' in effect) return `responds ${effect.latency / 1000} s late`
  if ('reset' in effect) return 'ends the connection'
  if ('truncate' in effect) return 'sends half of the response'
  if ('html' in effect) return 'responds with HTML instead of JSON'
  if ('throttle' in effect) return `responds with 429, Retry-After ${effect.throttle} s`
  if ('change' in effect) return `${effect.value === undefined ? 'removes' : 'changes'} ${effect.change}`
  return `breaks the contract: ${CONTRACT_KINDS[effect.contract]}${effect.at ? ` at ${effect.at}` : ''}`
}

/** Describes when the fault applies; empty if it always does. */
export function whenWords({ from, times, probability }: Fault | NewFault): string {
  return [
    ...(from === undefined ? [] : [`from request ${from} on`]),
    ...(times === undefined ? [] : [`at most ${times === 1 ? 'once' : `${times} times`}`]),
    ...(probability === undefined ? [] : [`with a probability of ${Math.round(probability * 100)} %`]),
  ].join(', ')
}
