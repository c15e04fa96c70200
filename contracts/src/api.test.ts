import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listCases } from '../harness/plan.ts'
import { nonEmpty } from '../test/non-empty.ts'
import { api } from './api.ts'
import { isBearerPath } from './client.ts'
import { type Endpoint, endpointKey } from './endpoint.ts'
import { buildOpenApi } from './openapi.ts'

const declared: Endpoint[] = nonEmpty(Object.values(api).flatMap((resource) => Object.values(resource)))

/** The calls of the specification's table (§7), as it spells them. */
const SPECIFIED = `
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
  test('are the 25 of the specification, each once', () => {
    expect(declared.map(endpointKey).sort()).toEqual([...SPECIFIED].sort())
  })

  test('take a token exactly where the client sends one', () => {
    for (const each of declared)
      expect([each.path, isBearerPath(each.path)]).toEqual([each.path, each.auth === 'bearer'])
  })

  test('describe the wire: no answer transforms, defaults or coerces', () => {
    for (const each of declared) {
      for (const schema of nonEmpty(Object.values(each.answers))) {
        // A transform or codec cannot be written as JSON Schema of both sides alike.
        const output = z.toJSONSchema(schema, { io: 'output' })
        const input = z.toJSONSchema(schema, { io: 'input' })
        expect(withoutClosing(input)).toEqual(withoutClosing(output))
        expect(JSON.stringify(output)).not.toContain('"default":')
      }
    }
  })

  test('answer 401 exactly where a token is wanted, or credentials', () => {
    for (const each of nonEmpty(declared.filter(({ auth }) => auth === 'bearer')))
      expect([each.path, 401 in each.answers]).toEqual([each.path, true])
  })

  test('each have a success case, and a refusal case where they can refuse', () => {
    for (const each of declared) {
      const statuses = listCases()
        .filter((one) => one.declared === each)
        .map((one) => one.each.status)
      // The code of a reset is known to its owner only: the emulator's own tests walk that way to its end.
      if (!['/auth/verify-token', '/auth/reset-password'].includes(each.path)) {
        expect([each.path, statuses.includes(200)]).toEqual([each.path, true])
      }
      if (Object.keys(each.answers).some((status) => Number(status) >= 400)) {
        expect([each.path, statuses.some((status) => status >= 400)]).toEqual([each.path, true])
      }
      for (const status of nonEmpty(statuses)) expect(Object.keys(each.answers)).toContain(String(status))
    }
  })
})

describe('the OpenAPI document', () => {
  const document = buildOpenApi(api, '0.1.0')
  const text = JSON.stringify(document)

  test('is valid OpenAPI 3.1 to a validator that others wrote', async () => {
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(text))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('has an operation for every endpoint under its own name', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((each) => each.operationId),
    )
    expect(ids).toHaveLength(25)
    expect(ids).toContain('specialOrders.store')
  })

  test('does not close objects or bound numbers, which the wire does not either', () => {
    expect(text).not.toContain('"additionalProperties":false')
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  test('finds every schema that it refers to', () => {
    const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1] as string,
    )
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expect(Object.keys(document.components.schemas)).toContain(name)
    expect(text).not.toContain('$defs')
  })
})

function withoutClosing(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  )
}
