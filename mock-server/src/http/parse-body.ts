import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { readJson } from './read-json.ts'

/** assumed: PHP reads brackets in names as lists and objects: `product_ids[]=7`, `cart[0][quantity]=1`. */
export function parseForm(text: string): Record<string, unknown> {
  return text === '' ? {} : qs.parse(text, { depth: 6, parameterLimit: 2000, arrayLimit: 1000 })
}

/** The fields of a multipart body, with brackets in their names as in any form; a file is its name. */
async function parseMultipart(type: string, body: Buffer): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const fields = [...form].map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.name,
  ])
  return parseForm(new URLSearchParams(fields).toString())
}

/** Lets forms and JSON in. A call without a body may still name a type: an empty one is no body. */
export function parseBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, parseForm(String(body)))
  })
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers['content-type'] ?? ''
      return parseMultipart(type, body).catch(() => {
        throw Object.assign(new Error('The multipart body is broken.'), { statusCode: 400 })
      })
    },
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, readJson(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
}
