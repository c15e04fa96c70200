import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listCases } from '../cases/run-on-emulator.ts'
import { nonEmpty } from '../test/non-empty.ts'
import { api } from './api.ts'
import { isBearerPath } from './client.ts'
import { type Endpoint, endpointKey } from './endpoint.ts'
import type { buildOpenApi } from './openapi.ts'
import { checkBody } from './schema/check-body.ts'
import { Message } from './wire.ts'

const declared: Endpoint[] = nonEmpty(Object.values(api).flatMap((resource) => Object.values(resource)))

/** Endpoints that the shop must use. Listed here, so that a removed declaration is noticed. */
const REQUIRED = `
GET /banners
GET /homepage/sections
GET /categories
GET /categories/products/{categoryId}
GET /categories/childes/{categoryId}
GET /products/latest
GET /products/details/{id}
GET /products/search
GET /customer/wish-list/
POST /customer/wish-list/add
DELETE /customer/wish-list/remove
GET /customer/info
GET /customer/order/list
POST /customer/order/place
GET /customer/address/list
POST /customer/address/add
DELETE /customer/address/delete
GET /config
POST /auth/login
POST /auth/registration
POST /auth/forgot-password
POST /auth/verify-token
PUT /auth/reset-password
POST /newsletter/subscribe
POST /special-order/store`
  .trim()
  .split('\n')

describe('the declared endpoints', () => {
  test('include every endpoint that the shop must use, once', () => {
    const keys = declared.map(endpointKey) as string[]
    expect(REQUIRED.filter((key) => !keys.includes(key))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('are not marked as observed until a run against the real host has succeeded', () => {
    expect(declared.filter(({ evidence }) => evidence.kind === 'observed').map(endpointKey)).toEqual([])
  })

  test('cite a source from docs/provider-sources.md if they are documented', () => {
    const sources = readFileSync(new URL('../../docs/provider-sources.md', import.meta.url), 'utf8')
    const tags = [...sources.matchAll(/^\| ([A-Z]\d) +\|/gm)].map((match) => match[1])
    for (const { path, evidence } of nonEmpty(declared.filter((each) => each.evidence.kind === 'documented')))
      expect(tags.includes(evidence.kind === 'documented' ? evidence.source.split(' ')[0] : ''), path).toBe(
        true,
      )
  })

  test('require a token if and only if the client sends one, and then declare 401', () => {
    for (const { path, auth, responses } of declared) {
      expect(isBearerPath(path), path).toEqual(auth === 'bearer')
      expect(auth === 'none' || 401 in responses, path).toBe(true)
    }
  })

  test('declare the JSON on the wire without transforms, defaults or coercion', () => {
    for (const each of declared) {
      for (const schema of nonEmpty(Object.values(each.responses))) {
        // Transforms and codecs have different input and output schemas.
        const output = z.toJSONSchema(schema, { io: 'output' })
        const input = z.toJSONSchema(schema, { io: 'input' })
        expect(dropClosedObjects(input)).toEqual(dropClosedObjects(output))
        expect(JSON.stringify(output)).not.toContain('"default":')
      }
    }
  })

  test('have a success case, and an error case if they can fail', () => {
    for (const each of declared) {
      const statuses = listCases()
        .filter(({ endpoint }) => endpoint === each)
        .map(({ testCase: example }) => example.status)
      // A successful reset requires a code from an e-mail, so it is covered by the emulator's tests instead.
      if (!['/auth/verify-token', '/auth/reset-password'].includes(each.path)) {
        expect(statuses.includes(200), each.path).toBe(true)
      }
      if (Object.keys(each.responses).some((status) => Number(status) >= 400)) {
        expect(Math.max(...statuses), each.path).toBeGreaterThanOrEqual(400)
      }
      for (const status of nonEmpty(statuses)) expect(Object.keys(each.responses)).toContain(String(status))
    }
  })
})

describe('the OpenAPI document', () => {
  const document: ReturnType<typeof buildOpenApi> = JSON.parse(
    readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'),
  )
  const text = JSON.stringify(document)
  const operationOf = ({ path, method }: Endpoint) => document.paths[path]?.[method.toLowerCase()]

  test('passes an independent OpenAPI 3.1 validator', async () => {
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(text))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('has examples for all parameters, bodies and responses, as the contract declares them', () => {
    for (const each of declared) {
      const { parameters = [], requestBody, responses } = operationOf(each) ?? { responses: {} }
      const values = Object.fromEntries(parameters.map(({ name, example }) => [name, String(example)]))
      expect(Object.keys({ ...each.params?.shape, ...each.query?.shape })).toEqual(Object.keys(values))
      expect(Object.values(values), each.path).not.toContain('undefined')
      for (const schema of [each.params, each.query])
        expect(() => schema?.parse(values), each.path).not.toThrow()
      const body = requestBody?.content['application/json'].example
      expect(() => each.body?.parse(body), each.path).not.toThrow()
      expect(Object.keys(responses)).toEqual(Object.keys({ ...each.responses, 429: Message }))
      for (const [status, { content }] of Object.entries(responses)) {
        const schema = each.responses[Number(status)] ?? Message
        expect(checkBody(schema, content['application/json'].example), `${each.path} ${status}`).toEqual([])
      }
    }
  })

  test('has a named operation for every endpoint', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((each) => each.operationId),
    )
    expect(new Set(ids).size).toBe(declared.length)
    expect(ids).toContain('specialOrders.store')
  })

  test('contains every referenced schema', () => {
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1] as string,
    )
    for (const name of nonEmpty(names)) expect(Object.keys(document.components.schemas)).toContain(name)
    // Neither forbids additional properties nor limits integers to the safe range.
    for (const part of ['$defs', '"additionalProperties":false', String(Number.MAX_SAFE_INTEGER)])
      expect(text).not.toContain(part)
  })
})

function dropClosedObjects(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  )
}
