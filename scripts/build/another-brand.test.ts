import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nonEmpty } from '../../contracts/test/non-empty.ts'
import { copyWithAnotherBrand } from './another-brand.ts'

/** Names, contacts and colours of the first brand. "Ekitabo" is a word, and Africa/Kampala the time zone of all Uganda. */
const TRACES =
  /\bkitabo\b(?!-)|(?<!Africa\/)\bkampala\b|70000000[12]|700 000 00[12]|#17213c|#14603f|0\.3198|32\.5919|0\.3476/i
/** Search terms and series of books contain the Swahili and Luganda words for a book. */
const VOCABULARY = /\bkitabu\b|\bekitabo\b/gi
const TEXTS = /\.(html|js|css|json|svg|txt|xml|webmanifest)$/

test('a shop with another brand contains no trace of the first', () => {
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
    theme_color: '#3b1c32',
  })
  const about = read('about-us.html')
  expect(about).toContain('<meta property="og:site_name" content="Duka Books">')
  expect(about).toContain('within 2–4 business days')
  expect(JSON.parse(readFileSync(join(copy, 'fixtures/catalogue/store.json'), 'utf8'))).toMatchObject({
    name: 'Duka Books',
    address: 'Plot 3, Naboa Road, Mbale',
  })
})
