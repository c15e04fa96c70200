import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nonEmpty } from '../../contracts/test/non-empty.ts'
import { brandColour } from '../../web/build/brand.ts'
import { store } from '../../web/src/config/store.ts'
import { COLOURS, copyWithAnotherBrand, DELIVERY } from './another-brand.ts'

/** Values of the brand's files that no page of another brand contains. */
const FACTS = nonEmpty([
  store.name,
  store.town,
  ...store.phones,
  store.whatsapp,
  store.email,
  store.address,
  `${store.origin.lat}`,
  `${store.mapCentre.lat}`,
  brandColour('ink'),
])
/** Africa/Kampala is the time zone of all Uganda, and kitabo- begins names that shoppers do not see. */
const TRACES = new RegExp(
  FACTS.map((fact) => `(?<!Africa/|\\w)${fact.replaceAll(/[^\w ]/g, '\\$&')}(?![\\w-])`).join('|'),
  'i',
)
/** Search terms and series of books contain the Swahili and Luganda words for a book. */
const VOCABULARY = /\bkitabu\b|\bekitabo\b/gi
const TEXTS = /\.(html|js|css|json|svg|txt|xml|webmanifest)$/

test('a shop with another brand contains no trace of the first, and no link that the brand lacks', () => {
  const copy = mkdtempSync(join(tmpdir(), 'another-brand-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  copyWithAnotherBrand(copy)
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
  run('scripts/brand.ts', '--facts')
  run('scripts/build.ts')
  const built = join(copy, 'dist')
  const files = nonEmpty(
    readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.startsWith('public') && TEXTS.test(name) && !name.endsWith('openapi.json'),
    ),
  )
  const traces = files.flatMap((name) => {
    const text = readFileSync(join(built, name), 'utf8').replaceAll(VOCABULARY, '')
    const found = TRACES.exec(text)
    return found ? [`${name}: ${text.slice(Math.max(0, found.index - 40), found.index + 40)}`] : []
  })
  expect(traces).toEqual([])
  const read = (name: string) => readFileSync(join(built, 'public', name), 'utf8')
  expect(JSON.parse(read('manifest.webmanifest'))).toMatchObject({
    name: 'Duka Books',
    theme_color: COLOURS.ink,
  })
  const about = read('about-us.html')
  expect(about).toContain('<meta property="og:site_name" content="Duka Books">')
  expect(about).toContain(DELIVERY)
  expect(about).toContain('Duka Books on Facebook')
  expect(about).not.toMatch(/Instagram|Google Play|App Store|Order Tracking|href=""|<ul[^>]*><\/ul>/)
  const source = (name: string) => readFileSync(join(copy, name), 'utf8')
  expect(JSON.parse(source('fixtures/catalogue/store.json'))).toMatchObject({
    name: 'Duka Books',
    address: 'Plot 3, Naboa Road, Mbale',
  })
  expect(JSON.parse(source('fixtures/src/draw/colours.json'))).toMatchObject(COLOURS)
  expect(source('fixtures/catalogue/customers.json')).not.toContain(`, ${store.town}"`)
  expect(source('contracts/openapi.json')).toContain('"ecommerce_name": "Duka Books"')
})
