import { type CallInput, createClientFor } from 'contracts/client'
import type { Endpoint, EndpointKey, SuccessOf } from 'contracts/endpoint'
import type { Control } from './contract.ts'

type AnyControl = { [R in keyof Control]: Control[R][keyof Control[R]] }[keyof Control]
/** The endpoints of the control API by `METHOD /path`. */
export type ControlByKey = { [E in AnyControl as EndpointKey<E>]: E }

type InputArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** The typed client for the control API: `control('POST /clock', { body: { advance: '15m' } })`. */
export type ControlClient = <K extends keyof ControlByKey>(
  key: K,
  ...input: InputArguments<ControlByKey[K]>
) => Promise<SuccessOf<ControlByKey[K]>>

/**
 * Creates a typed client for the control API.
 * @param options `token` is the control token, which the emulator requires if other machines can connect
 */
export function createControlClient(options: {
  origin: string
  fetch?: typeof fetch
  token?: string | null
}): ControlClient {
  return createClientFor({
    origin: options.origin,
    prefix: '/__emulator',
    isBearer: () => true,
    token: () => options.token ?? null,
    ...(options.fetch ? { fetch: options.fetch } : {}),
  }) as ControlClient
}
