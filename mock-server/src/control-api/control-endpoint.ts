import { type Endpoint, endpoint } from 'contracts/endpoint'
import { z } from 'zod'

const RefusalBody = z.object({ message: z.string() })

/** Why every endpoint can refuse a request: the guard, the parsers, the world or the disk. */
export const REFUSAL_REASONS = {
  400: 'The request is invalid.',
  401: 'The token is missing or wrong.',
  403: 'The request comes from a page of another site, or is for an unknown host name.',
  404: 'The world, or what the request names, does not exist.',
  409: 'A limit is reached, a name is taken, the order has another status, or a reset ended the request.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The type or the encoding of the body is not supported.',
  500: 'The emulator or its disk failed.',
  503: 'There are too many worlds or stored bytes, or another process has locked the database.',
  507: 'The disk is full.',
} as const

type Refusals = Record<keyof typeof REFUSAL_REASONS, typeof RefusalBody>
const REFUSALS = Object.fromEntries(
  Object.keys(REFUSAL_REASONS).map((status) => [status, RefusalBody]),
) as Refusals

type Declaration = Omit<Endpoint, 'auth' | 'evidence'>

/** Declares an endpoint of the control API. It has no customer authentication and no evidence from the provider. */
export function controlEndpoint<const E extends Declaration>(declaration: E) {
  const responses: E['responses'] & Refusals = { ...REFUSALS, ...declaration.responses }
  return endpoint({
    ...declaration,
    responses,
    auth: 'none',
    evidence: { kind: 'documented', source: "this project's own API" },
  })
}

export const Done = z.object({ message: z.string() })
/** A whole number in a query, in which every value is text. */
export const Digits = z.string().regex(/^\d+$/, { error: 'must be a whole number' })
export const Name = z.string({ error: '((name is missing.))' }).regex(/^[\w.-]{1,64}$/, {
  error: '((name must have 1 to 64 letters, digits, dots, hyphens or underscores.))',
})
