import { expect, test } from 'vitest'
import { app, removeExtensions, useAppPerTest } from '../../test/current-app.ts'
import { everyExtension } from '../provider/extensions.ts'

useAppPerTest()

test('a world has all extensions, and a reset restores those of its start', async () => {
  expect(await app.control('GET /extensions')).toEqual(everyExtension(true))
  expect(await removeExtensions('sections')).toEqual(everyExtension(true, { sections: false }))
  await app.control('POST /reset')
  expect(await app.control('GET /extensions')).toEqual(everyExtension(true))
})

test('a world can be created without an extension', async () => {
  await app.control('POST /worlds', { body: { name: 'roots', extensions: { categoryLevels: false } } })
  const world = app.inWorld('roots')
  expect(await world.control('GET /extensions')).toEqual(everyExtension(true, { categoryLevels: false }))
})
