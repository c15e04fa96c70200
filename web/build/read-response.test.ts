import { expect, test } from 'vitest'
import { readResponse } from './prerender.ts'

const product = (id: number) => ({
  id,
  name: `Book "${id}"`,
  image: ['a.webp'],
  nested: { list: [1, { two: 2 }] },
})

test('returns the first 500 entries of a list, and that it is incomplete', async () => {
  const list = Array.from({ length: 3_000 }, (_, at) => product(at))
  expect(await readResponse(Response.json(list))).toMatchObject({
    body: list.slice(0, 500),
    isComplete: false,
  })
  expect(await readResponse(Response.json(list.slice(0, 500)))).toMatchObject({ isComplete: true })
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
