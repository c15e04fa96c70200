import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { from } from '../selection.ts'
import { eachRowOnce, Id } from '../wire.ts'
import { Product, relationsOfProducts } from './products.ts'

/** Assumed: an item may have no id. The shop then shows it without a link. */
export const SectionItem = Product.partial({ id: true }).meta({ id: 'SectionItem' })

export const HomepageSection = z
  .object({ id: Id, title: z.string().nullable(), items: z.array(SectionItem) })
  .meta({ id: 'HomepageSection' })
export type HomepageSection = z.infer<typeof HomepageSection>

export const homepage = {
  sections: endpoint({
    method: 'GET',
    path: '/homepage/sections',
    auth: 'none',
    readOnly: 'a public list',
    summary: 'The sections of the home page in order.',
    responses: {
      200: z.object({ success: z.boolean(), message: z.string(), data: z.array(HomepageSection) }),
    },
    evidence: { kind: 'assumed', why: "the provider's own addition, without a public source" },
  }),
}

export const relations = [
  eachRowOnce(from(homepage.sections, '$.data')),
  ...relationsOfProducts(from(homepage.sections, '$.data[].items')),
]
