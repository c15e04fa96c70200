import { expect, test } from 'vitest'
import { app, useSharedApp } from '../../test/current-app.ts'
import { customerOfToken, issueToken } from './access-tokens.ts'
import { selectOne } from './queries.ts'

useSharedApp()

test('a world stores at most ten thousand tokens, of which the newest are valid', () => {
  const { world } = app
  const oldest = issueToken(world, 1)
  world.db
    .prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 9999)
       INSERT INTO access_tokens SELECT 'hash-' || n, 1, ? + n FROM numbers`,
    )
    .run(world.clock.now() + 366 * 86_400_000)
  const count = () => selectOne(world, 'SELECT count(*) AS count FROM access_tokens')
  expect(count()).toEqual({ count: 10_000 })
  expect(customerOfToken(world, `Bearer ${oldest}`)?.id).toBe(1)
  const newest = issueToken(world, 1)
  expect(count()).toEqual({ count: 5000 })
  expect(customerOfToken(world, `Bearer ${newest}`)?.id).toBe(1)
  expect(customerOfToken(world, `Bearer ${oldest}`)).toBeNull()
})

test('names the customer if none has the id', () => {
  expect(() => app.tokenOf(987_654)).toThrow('There is no customer 987654.')
})

test('a token is valid for a year, up to its last millisecond', () => {
  const { world } = app
  const authorization = `Bearer ${issueToken(world, 1)}`
  app.clock.advance(365 * 86_400_000 - 1)
  expect(customerOfToken(world, authorization)?.id).toBe(1)
  app.clock.advance(1)
  expect(customerOfToken(world, authorization)).toBeNull()
})
