import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { readJson } from './read-json.ts'

/** assumed: PHP parses brackets in names as lists and objects: `product_ids[]=7`, `cart[0][quantity]=1`. */
export function parseForm(text: string): Record<string, unknown> {
  return text === '' ? {} : qs.parse(text, { depth: 6, parameterLimit: 2000, arrayLimit: 1000 })
}

/** Limits on multipart bodies. No endpoint accepts files, and parsing 1 MB takes a second or more. */
const MULTIPART_BYTES = 64 * 1024
const MULTIPART_PARTS = 1000

const refusal = (statusCode: number, message: string) => Object.assign(new Error(message), { statusCode })

/** Parses a multipart body, including brackets in names as in forms. A file is replaced by its name. */
async function parseMultipart(type: string, body: Buffer): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw refusal(400, 'The multipart body is malformed.')
    })
  if ([...form].length > MULTIPART_PARTS)
    throw refusal(413, `A multipart body may have at most ${MULTIPART_PARTS} parts.`)
  const fields = [...form].map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.name,
  ])
  return parseForm(new URLSearchParams(fields).toString())
}

/** Registers parsers for forms and JSON. A request without a body may still have a content type. */
export function parseBodies(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, parseForm(String(body)))
  })
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: MULTIPART_BYTES },
    (request: FastifyRequest, body: Buffer) => parseMultipart(request.headers['content-type'] ?? '', body),
  )
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, readJson(String(body)))
    } catch (error) {
      done(error as Error)
    }
  })
}
