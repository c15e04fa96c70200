import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { store } from '../src/config/store.ts'
import { BRAND_SLOT, brand, brandColour, brandColours, brandTags } from './brand.ts'

const drawn = join(import.meta.dirname, '../../fixtures/src/draw/colours.json')
const published = join(import.meta.dirname, '../public')

test("the emulator draws with the brand's colours (run `npm run brand` if not)", () => {
  const colours = JSON.parse(readFileSync(drawn, 'utf8'))
  expect({ ...colours, covers: colours.covers.join(' ') }).toEqual(Object.fromEntries(brandColours()))
})

test('a build has a manifest with the name and colours of the brand, and with images that exist', async () => {
  const root = mkdtempSync(join(tmpdir(), 'kitabo-brand-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(join(root, 'index.html'), `<html><head>${BRAND_SLOT}</head></html>`)
  await build({ root, configFile: false, logLevel: 'error', plugins: [brand] })
  expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toContain(brandTags())
  const manifest = JSON.parse(readFileSync(join(root, 'dist/manifest.webmanifest'), 'utf8'))
  expect(manifest).toMatchObject({
    name: store.name,
    start_url: '/',
    display: 'standalone',
    theme_color: brandColour('ink'),
    background_color: brandColour('paper'),
  })
  const images: { src: string }[] = [...manifest.icons, ...manifest.screenshots]
  expect(images.filter(({ src }) => !existsSync(join(published, src)))).toEqual([])
  const purposes = manifest.icons.map(({ sizes, purpose }: Record<string, string>) => [
    sizes,
    purpose ?? 'any',
  ])
  expect(purposes).toEqual([
    ['any', 'any'],
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
})

test('development has the same manifest', async () => {
  const server = await createServer({
    root: mkdtempSync(join(tmpdir(), 'kitabo-brand-')),
    configFile: false,
    logLevel: 'error',
    plugins: [brand],
    server: { port: 0, watch: null },
  })
  onTestFinished(() => server.close())
  await server.listen()
  const response = await fetch(new URL('/manifest.webmanifest', server.resolvedUrls?.local[0]))
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  expect(await response.json()).toMatchObject({ name: store.name, theme_color: brandColour('ink') })
})
