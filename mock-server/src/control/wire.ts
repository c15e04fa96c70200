import { z } from 'zod'

/** Pieces that the declarations of the control API share. */

export const ours = { kind: 'observed', on: '2026-11-20', note: 'our own' } as const
export const Refusal = z.object({ message: z.string() })
export const Done = z.object({ message: z.string() })
export const Name = z.string({ error: '((name is missing.))' }).regex(/^[\w.-]{1,64}$/, {
  error: '((name may have 1 to 64 letters, digits, dots, dashes and underscores.))',
})
