import { z } from 'zod'
import { Extensions } from '../provider/extensions.ts'
import { controlEndpoint } from './control-endpoint.ts'

export const extensionsControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/extensions',
    summary: 'Which additions of the provider to the original software the world has.',
    responses: { 200: Extensions },
  }),
  change: controlEndpoint({
    method: 'POST',
    path: '/extensions',
    summary: 'Adds or removes some of them. A reset restores those of the start.',
    body: z.strictObject(Extensions.shape).partial(),
    responses: { 200: Extensions },
  }),
}
