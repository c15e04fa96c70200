import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BASIC_RANGES, makeBasicFonts } from './fonts.ts'
import { root } from './project.ts'

test('the basic fonts are up to date with the font packages', async () => {
  for (const { file, bytes } of await makeBasicFonts()) {
    expect(readFileSync(file).equals(bytes), `${file} is not up to date: run npm run fonts`).toBe(true)
  }
})

test('the declared unicode-range matches the characters in the basic fonts', () => {
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
  const range = BASIC_RANGES.map(([first, last]) =>
    first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`,
  ).join(', ')
  const styles = readFileSync(join(root, 'web/src/theme/fonts.css'), 'utf8').replaceAll(/\s+/g, ' ')
  expect(styles).toContain(`unicode-range: ${range};`)
})
