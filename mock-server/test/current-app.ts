import { ApiError } from 'contracts/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { NewFault } from '../src/control-api/faults.ts'
import type { EmulatorOptions } from '../src/emulator.ts'
import type { ExtensionName } from '../src/provider/extensions.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** The emulator of the current test, from `useAppPerTest` or `useSharedApp`. */
export let app: TestApp

async function start(options: EmulatorOptions): Promise<void> {
  app = await createTestApp(options)
}

/** Closes the emulator, and checks its responses. */
async function stop(): Promise<void> {
  await app.close()
  expect(app.invalidResponses).toEqual([])
}

/** Resets the emulator, which takes a tenth of the time of creating one. */
function reset(): void {
  const { worlds, world } = app
  for (const { name } of worlds.list()) worlds.remove(name)
  for (const { name } of worlds.listSnapshots()) worlds.removeSnapshot(name)
  worlds.reset(world)
}

/** Creates an emulator that has only its seed before each test of a file. */
export function useAppPerTest(options: EmulatorOptions = {}): void {
  useSharedApp(options)
  beforeEach(reset)
  afterEach(() => expect(app.invalidResponses).toEqual([]))
}

/** Creates one emulator for all tests of a file. */
export function useSharedApp(options: EmulatorOptions = {}): void {
  beforeAll(() => start(options))
  afterAll(stop)
}

type Headers = Record<string, string>

/**
 * Sends a request to the current emulator.
 * @param body sent as JSON, or unchanged if it is text or a form
 * @returns the response with its parsed body, and its status and error message as `refusal`
 */
export async function send(method: string, path: string, body?: unknown, headers: Headers = {}) {
  const isForm = body instanceof FormData
  const isJson = body !== undefined && !isForm
  const response = await app.fetch(path.startsWith('http') ? path : `http://localhost${path}`, {
    method,
    redirect: 'manual',
    headers: {
      Accept: 'application/json',
      ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isParsed = response.headers.get('content-type')?.includes('json') && text !== ''
  const parsed = isParsed ? JSON.parse(text) : text
  const message = parsed?.errors?.[0]?.message ?? parsed?.message
  const { status, headers: received } = response
  return { status, headers: received, body: parsed, message, refusal: [status, message] }
}

export const get = (path: string, headers?: Headers) => send('GET', path, undefined, headers)

/** Returns the Authorization header of the demo account. */
export const bearer = () => ({ Authorization: `Bearer ${app.tokenOf()}` })

export const addFault = (body: NewFault) => app.control('POST /faults', { body })

/** Removes extensions from the default world. */
export const removeExtensions = (...names: ExtensionName[]) =>
  app.control('POST /extensions', { body: Object.fromEntries(names.map((name) => [name, false])) })

/** Returns 200 if a client's request succeeds, otherwise the status and the first error code of the refusal. */
export function refusalOf(call: Promise<unknown>): Promise<200 | (number | string | undefined)[]> {
  return call.then(
    () => 200,
    (error: ApiError) => [error.status, (error.body as { errors?: { code: string }[] }).errors?.[0]?.code],
  )
}

/** Returns 200 if a client's request succeeds, otherwise the status of the refusal or the name of the error. */
export function statusOf(call: Promise<unknown>): Promise<number | string> {
  return call.then(
    () => 200,
    (error: unknown) => (error instanceof ApiError ? error.status : (error as Error).name),
  )
}
