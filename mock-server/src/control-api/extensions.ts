import { z } from 'zod'
import { Extensions } from '../provider/extensions.ts'
import { controlEndpoint } from './control-endpoint.ts'

export const extensionsControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/extensions',
    summary: "The world's extensions: the provider's additions to the original software, each on or off.",
    responses: { 200: Extensions },
  }),
  change: controlEndpoint({
    method: 'POST',
    path: '/extensions',
    summary: 'Adds or removes extensions of the world. A reset restores those of the start.',
    body: z.strictObject(Extensions.shape).partial(),
    responses: { 200: Extensions },
  }),
}
