import { SIZE_LIMIT } from '../json-text.ts'

/**
 * The rules by which findings are reported, each with its explanation. Reports show it, and docs/findings.md has a
 * paragraph for each. Baselines contain the names, so they are never renamed.
 */
export const RULES = {
  missing: 'A required field is absent.',
  null: 'A field is null, although it must have a value.',
  type: 'A value has a different type.',
  format: 'A string has a different format, such as a date in another notation.',
  length: 'A list has fewer items than it must have.',
  'unsafe-number': 'An integer is beyond 2^53, so that JavaScript rounds it.',
  bounds: 'A number, coordinate or date is outside the range that makes sense for its field.',
  'enum-value': 'A field has a value that the contract does not list.',
  extra: 'The response contains a field that the contract does not declare. Tolerant clients ignore it.',
  secret: 'An undeclared field contains a password, a hash or a token.',
  'not-json': 'The body is empty, an HTML page, or anything other than JSON.',
  'cut-short': 'The body ends before its JSON does.',
  'too-large': `The body is larger than ${SIZE_LIMIT / 1024 ** 2} MB.`,
  encoding: 'The body is not UTF-8, or does not match Content-Encoding.',
  omitted: 'The body has findings at more than 200 paths, of which the others are left out.',
  unreadable: 'The body has too many values, or too deeply nested ones, to be checked.',
  refused: 'The status reports success, but the body reports a failure.',
  status: 'The status is not the expected one.',
  access: 'Data that needs a token is returned without one, or to a different account.',
  redirect: 'The request is redirected.',
  'content-type': 'The Content-Type is neither JSON in UTF-8 nor an image type.',
  cors: 'Web pages of other origins may not read the response.',
  cache: 'Caches may store the response for too long, or store the data of a customer.',
  preflight: 'A browser may not send a request that the shop sends.',
  slow: 'The response took longer than users wait.',
  'no-response': 'The connection is closed or hangs at this endpoint only, for a read twice in a row.',
  limit: 'A list ignores the requested number of rows.',
  pages: 'Pages repeat rows, leave some out, or do not end.',
  total: 'The pages of a list have different totals, or hold a different number of rows.',
  search: 'A search finds too few, too many or different products.',
  unstable: 'The same request returns the same rows in a different order.',
  unresolved: 'A link or a listed id leads to nothing, or to something else.',
  'unknown-id': 'An id that does not exist returns data.',
  'unknown-image': 'An image that does not exist returns an image.',
  address: 'An image URL leads to a different image.',
  image: 'The response to an image request is not an image.',
  'missing-image': 'None of the listed images that were requested exists in any folder.',
  effect: 'A write was accepted, but a later read does not show its effect.',
  relation: 'Two responses, a response and its request, or two values of a response contradict each other.',
  'observed-status': 'The status is declared, but differs from all earlier runs.',
  'observed-header': 'A header that all earlier responses had is missing.',
  'observed-size': 'The body is ten times larger than in all earlier runs, by at least 100 kB.',
  'observed-slow':
    'Three requests took three times longer than 95 % of earlier ones, by at least half a second.',
  'observed-missing': 'An optional field that was always present is missing everywhere.',
  'observed-null': 'A nullable field that always had a value is null everywhere.',
  'observed-type': 'All values of a field have a different type than in earlier runs.',
  'observed-form': 'All strings of a field have a different format than in earlier runs.',
  'observed-empty': 'A list that always had at least three items is empty.',
  'observed-order': 'A list that was always sorted newest first is sorted differently.',
  'observed-value': 'An enum value that occurred in every run is missing from five or more objects.',
} as const

export type Rule = keyof typeof RULES

/** The rules that compare a field with its schema and bounds, which apply to every response with the field. */
const FIELD_RULES = [
  'missing',
  'null',
  'type',
  'format',
  'length',
  'unsafe-number',
  'bounds',
  'enum-value',
  'extra',
  'secret',
] as const satisfies readonly Rule[]

export type FieldRule = (typeof FIELD_RULES)[number]

const fieldRules: ReadonlySet<string> = new Set(FIELD_RULES)

export const isFieldRule = (rule: string): rule is FieldRule => fieldRules.has(rule)

/** The field rules whose findings leave the declared fields with their declared types. */
export const TYPE_KEEPING_RULES: ReadonlySet<string> = new Set<FieldRule>(['bounds', 'enum-value', 'extra'])

/** The rules that compare several responses, so that data that changes between them breaks them. */
export const COMPARISON_RULES: ReadonlySet<string> = new Set<Rule>(['limit', 'pages', 'total', 'search'])

/** Returns the explanation of a rule, or undefined for the rule of a newer or older report. */
export function explanationOf(rule: string): string | undefined {
  return Object.hasOwn(RULES, rule) ? RULES[rule as Rule] : undefined
}
