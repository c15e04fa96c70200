import { expect, test } from 'vitest'
import { endpoint } from '../../src/endpoint.ts'
import { hostWith, responseWith } from '../../test/results.ts'
import { runImages } from './images.ts'

const folder = (name: string, path: `/${string}`, files = 'covers') => ({
  name,
  files,
  endpoint: endpoint({ method: 'GET', path, responses: {}, summary: name }),
})
const images = [
  folder('images.large', '/large/{file}'),
  folder('images.small', '/small/{file}'),
  folder('images.banner', '/banner/{file}', 'banners'),
]
const IMAGE = responseWith({
  headers: new Map([['content-type', 'image/webp']]),
  bytes: Buffer.from('RIFF'),
  ms: 10,
})
const MISSING = responseWith({ status: 404, ms: 10 })

/** Requests the images of a host that has the given paths. */
async function requestImages(
  files: unknown,
  paths: string[] = [],
  only: string[] | null = ['images.large', 'images.small'],
) {
  const { host, sent } = hostWith({ images, valueLabels: { covers: 'a cover' } }, [], ({ path }) =>
    paths.includes(path) ? IMAGE : MISSING,
  )
  host.values.covers = files as string[]
  await runImages(host, only)
  return {
    sent,
    paths: sent.map(({ path }) => path),
    shown: host.results.map(({ name, state, reason, requests }) => `${name} ${state} ${reason} ${requests}`),
  }
}

test('requests a file from all its folders, until one contains it', async () => {
  const { sent, paths, shown } = await requestImages(['a b/c', 'd', 'e'], ['/small/d'])
  expect(paths).toEqual(['/large/a%20b%2Fc', '/small/a%20b%2Fc', '/large/d', '/small/d'])
  expect(sent[0]).toMatchObject({ name: 'images.large', method: 'GET', isJson: false })
  expect(shown).toEqual(['images.large completed undefined 2', 'images.small completed undefined 2'])
})

test('requests a file whose name has half of a surrogate pair', async () => {
  const { paths } = await requestImages(['a\ud800b.webp'], ['/large/a%EF%BF%BDb.webp'])
  expect(paths).toEqual(['/large/a%EF%BF%BDb.webp', '/small/a%EF%BF%BDb.webp'])
})

test('requests up to three files', async () => {
  const { paths, shown } = await requestImages(['a', 'b', 'c', 'd'])
  expect(paths).toHaveLength(6)
  expect(shown).toEqual([
    'images.large completed undefined 3',
    'images.small skipped 404 as well; reported for images.large 3',
  ])
})

test('requests the alternatives of a selected folder, and reports only the selected one', async () => {
  const { paths, shown } = await requestImages(['a'], ['/small/a'], ['images.small'])
  expect(paths).toEqual(['/large/a', '/small/a'])
  expect(shown).toEqual(['images.small completed undefined 1'])
})

test.each([['no list'], [[]]])('skips folders without files, such as %j', async (files) => {
  const { paths, shown } = await requestImages(files, [], null)
  expect(paths).toEqual([])
  const reason = 'skipped no earlier response contained'
  expect(shown).toEqual([
    `images.large ${reason} a cover 0`,
    `images.small ${reason} a cover 0`,
    `images.banner ${reason} banners 0`,
  ])
})
