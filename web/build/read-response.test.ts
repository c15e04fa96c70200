import { expect, test } from 'vitest'
import { readResponse } from './prerender.ts'

const product = (id: number) => ({
  id,
  name: `Book "${id}"`,
  image: ['a.webp'],
  nested: { list: [1, { two: 2 }] },
})

test('returns a list with its full length and unchanged first entries', async () => {
  const list = Array.from({ length: 3_000 }, (_, at) => product(at))
  const { body } = await readResponse(Response.json(list))
  expect(body).toHaveLength(3_000)
  expect((body as unknown[]).slice(0, 100)).toEqual(list.slice(0, 100))
})

test.each([[[]], [{ products: [product(1)], total_size: 1 }], [{}], [[product(1)]]])(
  'returns %j unchanged',
  async (response) => {
    expect((await readResponse(Response.json(response))).body).toEqual(response)
  },
)

test.each(['<html>', '"text"', ''])('returns an empty object for %j', async (text) => {
  const { body } = await readResponse(new Response(text))
  expect(body).toEqual({})
})

test('returns a different hash if only unparsed entries have changed', async () => {
  const list = Array.from({ length: 200 }, (_, at) => product(at))
  const changed = list.map((each, at) => (at === 199 ? { ...each, name: 'changed' } : each))
  const [first, again, different] = await Promise.all(
    [list, list, changed].map((each) => readResponse(Response.json(each))),
  )
  expect(first?.hash).toBe(again?.hash)
  expect(first?.hash).not.toBe(different?.hash)
})
