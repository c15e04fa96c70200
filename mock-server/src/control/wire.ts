import { type Endpoint, endpoint } from 'contracts/endpoint'
import { z } from 'zod'
import { readDuration } from '../world/clock.ts'

/** Declares an endpoint of the control API. It has no customer authentication and no evidence from the provider. */
export function controlEndpoint<const E extends Omit<Endpoint, 'auth' | 'evidence'>>(declaration: E) {
  return endpoint({
    ...declaration,
    auth: 'none',
    evidence: { kind: 'documented', source: "this project's own API" },
  })
}

export const Refusal = z.object({ message: z.string() })
export const Done = z.object({ message: z.string() })
export const Name = z.string({ error: '((name is missing.))' }).regex(/^[\w.-]{1,64}$/, {
  error: '((name must have 1 to 64 letters, digits, dots, hyphens or underscores.))',
})

/** A duration such as `15m`, or milliseconds. */
export const duration = (field: string) =>
  z.union([z.string(), z.number()]).refine((value) => readDuration(value) !== null, {
    error: `((${field} must be like 15m, 1h30m, 90s, or milliseconds.))`,
  })
