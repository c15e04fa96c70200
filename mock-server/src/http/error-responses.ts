import { API_PREFIX } from 'contracts/client'
import { type Endpoint, endpointPattern } from 'contracts/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseFailure } from '../storage/database-failure.ts'
import type { World } from '../world/world.ts'
import type { IsMissing } from './handler.ts'
import { methodOf, wantsJson } from './request/read-request.ts'
import { isApiLike, isPage, pathOf } from './request/request-path.ts'
import { paymentError, SoftwareCrash } from './response/failures.ts'
import { originOf } from './response/origin.ts'

/** Responds to thrown errors: refused requests, a removed world, a failing disk, and bugs. */
export function respondToErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (request.world?.db.open === false)
      return reply.code(404).send({ message: '((The world was removed during this request.))' })
    if (error instanceof SoftwareCrash) {
      request.note = error.message
      return sendServerError(request, reply)
    }
    if (status < 500) return reply.code(status).send({ message: `((${error.message}))` })
    const failure = databaseFailure(error)
    const report = failure ? error.message : error.stack
    process.stderr.write(`${request.method} ${pathOf(request.url)}: ${report}\n`)
    if (failure) return reply.code(failure.status).send({ message: failure.message })
    return reply.code(500).send({ message: 'Server Error' })
  })
}

/** @param sendDocument sends the shop's document for a path; null if no shop is served */
export function respondToUnknownPaths(
  app: FastifyInstance,
  api: Record<string, Record<string, Endpoint>>,
  isMissing: IsMissing,
  sendDocument: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | null,
): void {
  const routes = Object.values(api)
    .flatMap((endpoints) => Object.values(endpoints))
    .map((endpoint) => ({ endpoint, pattern: endpointPattern(endpoint.path, API_PREFIX) }))
  const methodsOf = (path: string, world: World) => {
    const methods = routes
      .filter(({ endpoint, pattern }) => pattern.test(path) && !isMissing(endpoint, world))
      .flatMap(({ endpoint: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return [...new Set(methods)]
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    if (sendDocument && isPage(request.method, path)) return sendDocument(request, reply)
    const route = path.replace(/^\/+/, '').replace(/\/$/, '')
    // The payment vendor's API, whose errors have its format.
    if (/^\/+v3\//i.test(path)) return reply.code(404).send(paymentError(`Cannot ${request.method} ${path}`))
    const allowed = path.startsWith(API_PREFIX) ? methodsOf(path, request.world) : []
    const method = methodOf(request)
    if (allowed.length > 0 && method === 'OPTIONS')
      return reply.header('allow', allowed.join(',')).type(HTML_TYPE).send('')
    if (allowed.length > 0 && !allowed.includes(method)) {
      reply.code(405).header('allow', allowed.join(', '))
      if (wantsJson(request))
        return reply.send({
          message: `The ${method} method is not supported for route ${route}. Supported methods: ${allowed.join(', ')}.`,
        })
      return sendErrorPage(reply, '405 Method Not Allowed')
    }
    reply.code(404)
    // Recorded: Laravel's message omits the leading slash. Clients that do not accept JSON receive an HTML page.
    if (isApiLike(path) && (wantsJson(request) || !path.startsWith(API_PREFIX)))
      return reply.send({ message: `The route ${route} could not be found.` })
    return sendErrorPage(reply, '404 Not Found')
  })
}

const HTML_TYPE = 'text/html; charset=UTF-8'

function sendErrorPage(reply: FastifyReply, title: string): FastifyReply {
  return reply.type(HTML_TYPE).send(`<!DOCTYPE html><title>${title.slice(4)}</title><h1>${title}</h1>`)
}

/** Responds with 500. Recorded: as Laravel does after an exception. */
function sendServerError(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(500)
  return wantsJson(request)
    ? reply.send({ message: 'Server Error' })
    : sendErrorPage(reply, '500 Server Error')
}

/** Redirects to a path. Source R2: with a page, to an absolute URL. */
export function sendRedirect(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const url = originOf(request) + path
  const page = `<!DOCTYPE html><meta http-equiv="refresh" content="0;url='${url}'"><title>Redirecting to ${url}</title>`
  // Recorded: in lower case, unlike the type of error pages.
  return reply.code(302).header('location', url).type(HTML_TYPE.toLowerCase()).send(page)
}
