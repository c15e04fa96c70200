import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brandColours } from './brand.ts'

const drawn = join(import.meta.dirname, '../../fixtures/src/draw/colours.json')

test("the emulator draws with the brand's colours (run `npm run brand` if not)", () => {
  const colours = JSON.parse(readFileSync(drawn, 'utf8'))
  expect({ ...colours, covers: colours.covers.join(' ') }).toEqual(Object.fromEntries(brandColours()))
})
