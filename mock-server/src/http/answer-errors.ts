import { API_PREFIX } from 'contracts/client'
import type { FastifyInstance } from 'fastify'
import { databaseFailure } from '../world/database-failure.ts'
import type { SendPage } from './built-page.ts'
import { wantsJson } from './read-request.ts'
import { pathOf } from './request-target.ts'
import { isPage } from './shop-pages.ts'

/** Answers what a handler throws: refused requests, a world that is gone, a disk that fails, and our own mistakes. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ message: `((${error.message}))` })
    if (request.world?.db.open === false)
      return reply
        .code(404)
        .send({ message: '((The world of this call was removed before it was answered.))' })
    const failure = databaseFailure(error)
    const report = failure ? error.message : error.stack
    process.stderr.write(`${request.method} ${pathOf(request.url)}: ${report}\n`)
    if (failure) return reply.code(failure.status).send({ message: failure.message })
    return reply.code(500).send({ message: 'Server Error' })
  })
}

/** @param sendPage sends the shop's page for addresses that are screens of the shop; null where no shop is served */
export function answerUnknownPaths(app: FastifyInstance, sendPage: SendPage | null): void {
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    if (sendPage && isPage(request.method, path)) return sendPage(request, reply)
    // witness R2: the framework names the route without its leading slash; callers that want no JSON get a page.
    if (path.startsWith(API_PREFIX) && wantsJson(request)) {
      return reply
        .code(404)
        .send({ message: `The route ${path.slice(1).replace(/\/$/, '')} could not be found.` })
    }
    return reply
      .code(404)
      .type('text/html')
      .send('<!doctype html><title>Not Found</title><h1>404 Not Found</h1>')
  })
}
