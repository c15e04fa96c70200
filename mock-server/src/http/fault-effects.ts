import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Effect, EffectKind, EffectOf, Fault } from '../control-api/faults.ts'
import { breakContract, setAtPath } from '../faults/break-contract.ts'
import type { RandomSource } from '../world/random-source.ts'
import { sendThrottled } from './access/throttle.ts'

const ERROR_PAGE =
  '<!doctype html><html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>'
/** Source R2: Laravel's body for a server error. */
const SERVER_ERROR = { message: 'Server Error' }

type BodyChange = { schema: z.ZodType; body: unknown; random: RandomSource }

/** A way in which an effect changes a response. A new effect must choose one, so that nothing else lists the kinds. */
type Action<E> =
  | { delay: (effect: E) => number }
  /** Responds instead of the handler. */
  | { respond: (effect: E, reply: FastifyReply) => void }
  /** Returns the changed body of the handler's response. */
  | { change: (effect: E, response: BodyChange) => unknown }
  /** Cuts the bytes of the response. */
  | { cut: true }

const ACTIONS: { [K in EffectKind]: Action<EffectOf<K>> } = {
  latency: { delay: ({ latency }) => latency },
  status: {
    respond: ({ status, body = SERVER_ERROR }, reply) => {
      reply.code(status)
      if (typeof body === 'string') reply.type('text/plain').send(body)
      else reply.type('application/json').send(JSON.stringify(body))
    },
  },
  throttle: { respond: ({ throttle }, reply) => sendThrottled(reply, throttle) },
  html: { respond: (_, reply) => reply.code(200).type('text/html').send(ERROR_PAGE) },
  reset: {
    respond: (_, reply) => {
      reply.hijack()
      reply.raw.destroy()
    },
  },
  contract: {
    change: (effect, { schema, body, random }) => breakContract(schema, body, effect, random.fraction),
  },
  change: { change: (effect, { body }) => setAtPath(body, effect.change, effect.value) },
  truncate: { cut: true },
}

/** Returns the action for an effect. The cast pairs each action with its effect, which the table's type guarantees. */
function actionOf(effect: Effect): Action<Effect> {
  const kind = Object.keys(effect).find((key): key is EffectKind => Object.hasOwn(ACTIONS, key))
  return ACTIONS[kind as EffectKind] as Action<Effect>
}

/** Applies latency first, then the first fault that sends a response. @returns whether a response was sent */
export async function applyFaults(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const active = request.activeFaults.map(({ effect }) => ({ effect, action: actionOf(effect) }))
  for (const { effect, action } of active)
    if ('delay' in action) await request.world.awaitOrAbort(request.world.timers.wait(action.delay(effect)))
  for (const { effect, action } of active) {
    if (!('respond' in action)) continue
    action.respond(effect, reply)
    return true
  }
  return false
}

export function changesBody({ effect }: Fault): boolean {
  return 'change' in actionOf(effect)
}

/** Applies the faults that change a body. Returns an empty text if a fault removes the whole body. */
export function changeBody(text: string, schema: z.ZodType, { activeFaults, world }: FastifyRequest): string {
  let body: unknown = JSON.parse(text)
  for (const { effect } of activeFaults) {
    const action = actionOf(effect)
    if ('change' in action) body = action.change(effect, { schema, body, random: world.random })
  }
  return JSON.stringify(body) ?? ''
}

/** Sends half of a body with the Content-Length of the whole. The connection closes when the stream ends. */
export function truncateBody(reply: FastifyReply, body: Buffer): Readable {
  reply.header('content-length', String(body.length))
  return Readable.from(
    (async function* () {
      yield body.subarray(0, Math.floor(body.length / 2))
      throw new Error('((A fault truncates the response.))')
    })(),
  )
}

export function isTruncated(activeFaults: readonly Fault[]): boolean {
  return activeFaults.some(({ effect }) => 'cut' in actionOf(effect))
}
