import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import { boundBody, RefusedRequest, readJson } from './read-json.ts'

/**
 * Parses a form. Assumed: brackets in names are lists and objects, as in PHP: `product_ids[]=7`, `cart[0][quantity]=1`.
 */
export function parseForm(text: string): Record<string, unknown> {
  return text === '' ? {} : qs.parse(text, { depth: 6, parameterLimit: 2000, arrayLimit: 1000 })
}

/** Parses a form body. Each level of brackets in a name is a value, so 2,000 parameters can exceed the limit. */
const parseFormBody = (text: string): unknown => boundBody(parseForm(text))

/** Maximum size of a multipart body. No endpoint accepts files, and parsing 1 MB takes a second or more. */
const MULTIPART_BYTES = 64 * 1024

/** Parses a multipart body, including brackets in names as in forms. A file is replaced by its name. */
async function parseMultipart(type: string, body: Buffer): Promise<unknown> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new RefusedRequest('The multipart body is malformed.')
    })
  const fields = [...form].map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.name,
  ])
  return parseFormBody(new URLSearchParams(fields).toString())
}

/** The control API reads JSON and forms only. */
class UnsupportedType extends Error {
  readonly statusCode = 415

  constructor() {
    super('The Content-Type is not supported; send application/json.')
  }
}

/** Registers parsers for forms and JSON. A request without a body may still have a content type. */
export function parseBodies(app: FastifyInstance): void {
  app.addHook('preParsing', ({ headers }, reply, payload, done) => {
    const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
    const hasBody = 'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0
    if (encoding === 'identity' || !hasBody) return done(null, payload)
    const message = `((The Content-Encoding "${encoding.slice(0, 40)}" is not supported; send the body without it.))`
    // RFC 9110, 12.5.3: names the supported encodings.
    reply.code(415).header('accept-encoding', 'identity').send({ message })
  })
  for (const [type, parse] of [
    ['application/x-www-form-urlencoded', parseFormBody],
    ['application/json', readJson],
    // Source R2: Laravel's rule.
    [/^[\w.+-]+[/+]json\b/, readJson],
  ] as const)
    app.addContentTypeParser(type, { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
      const parsed = parse(body)
      if (parsed === undefined && body !== '' && request.routeOptions.config.control)
        throw new RefusedRequest('The body is not valid JSON.')
      return parsed
    })
  // PHP reads bodies of other types as empty.
  app.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest) => {
    if (request.routeOptions.config.control) throw new UnsupportedType()
    return undefined
  })
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: MULTIPART_BYTES },
    (request: FastifyRequest, body: Buffer) => parseMultipart(request.headers['content-type'] ?? '', body),
  )
}
