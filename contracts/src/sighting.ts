import { z } from 'zod'

/**
 * What a shopper's browser posts of answers that broke their contract: which build, which call, which rule and where.
 * No values, no addresses, nothing about the shopper.
 */
export const SightingReport = z.object({
  build: z.string().max(100),
  findings: z
    .array(z.object({ call: z.string().max(200), rule: z.string().max(40), where: z.string().max(300) }))
    .max(100),
})
export type SightingReport = z.infer<typeof SightingReport>
