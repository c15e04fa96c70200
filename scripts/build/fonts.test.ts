import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.ts'
import { BASIC_RANGES, makeBasicFonts } from './fonts.ts'

it('keeps the basic fonts as `npm run lab -- fonts` makes them from the packages', async () => {
  for (const { file, bytes } of await makeBasicFonts()) {
    expect(readFileSync(file).equals(bytes), `${file} is not up to date: run npm run lab -- fonts`).toBe(true)
  }
})

it('declares the same characters for browsers as the basic fonts contain', () => {
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
  const range = BASIC_RANGES.map(([first, last]) =>
    first === last ? `U+${hex(first)}` : `U+${hex(first)}-${hex(last)}`,
  ).join(', ')
  expect(readFileSync(join(root, 'web/src/theme/basic-fonts.ts'), 'utf8')).toContain(`'${range}'`)
})
