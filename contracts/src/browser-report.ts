import { z } from 'zod'

/**
 * A browser report: the build, and the endpoint, rule and JSON path of each contract violation. Contains neither
 * values nor URLs nor data about the shopper.
 */
export const BrowserReport = z.object({
  build: z.string().max(100),
  findings: z
    .array(z.object({ call: z.string().max(200), rule: z.string().max(40), where: z.string().max(300) }))
    .max(100),
})
export type BrowserReport = z.infer<typeof BrowserReport>
