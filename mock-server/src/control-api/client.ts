import { type ClientOf, createClientFor } from 'contracts/client'
import type { EndpointKey } from 'contracts/endpoint'
import type { Control } from './control.ts'

/** Paths of the control API, the console and the simulators. The provider has none below it. */
export const EMULATOR_PREFIX = '/__emulator'

type AnyControl = { [R in keyof Control]: Control[R][keyof Control[R]] }[keyof Control]
/** The endpoints of the control API by `METHOD /path`. */
export type ControlByKey = { [E in AnyControl as EndpointKey<E>]: E }

/** The typed client for the control API: `control('POST /clock', { body: { advance: '15m' } })`. */
export type ControlClient = ClientOf<ControlByKey>

/** @param options `token` is the control token, which is required if other machines can connect */
export function createControlClient(options: {
  origin: string
  fetch?: typeof fetch
  token?: string | null
}): ControlClient {
  return createClientFor({
    origin: options.origin,
    prefix: EMULATOR_PREFIX,
    isBearer: () => true,
    token: () => options.token ?? null,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  }) as ControlClient
}
