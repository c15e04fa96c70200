import type { FastifyInstance } from 'fastify'
import qs from 'qs'
import { readJson } from './read-json.ts'

/** assumed: PHP reads brackets in names as lists and objects: `product_ids[]=7`, `cart[0][quantity]=1`. */
export function parseForm(text: string): Record<string, unknown> {
  return text === '' ? {} : qs.parse(text, { depth: 6, parameterLimit: 2000, arrayLimit: 1000 })
}

/** Lets forms and JSON in. A call without a body may still name a type: an empty one is no body. */
export function parseBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, parseForm(String(body)))
  })
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, readJson(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
}
