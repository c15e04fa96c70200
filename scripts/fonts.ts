import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { commandLine } from './command-line.ts'
import { root } from './project.ts'

/**
 * Characters that cover nearly every English page: printable ASCII, the no-break space, è to ë for authors such as
 * Charlotte Brontë, and the symbols in the shop's text. web/src/theme/fonts.css declares the same `unicode-range`.
 */
export const BASIC_RANGES: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0xe8, 0xeb],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x203a, 0x203a],
]

type Font = { file: string; source: string; options: Parameters<typeof subsetFont>[2] }

const FOLDER = join(root, 'web/src/theme/fonts')
const FONTS: readonly Font[] = [
  {
    file: 'figtree-basic.woff2',
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    // Keeps the font features, because prices use tabular digits.
    options: { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 750, default: 400 } } },
  },
  {
    file: 'young-serif-basic.woff2',
    source: '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2',
    // Keeps the lining figures.
    options: { targetFormat: 'woff2', keepFeatures: ['lnum', 'kern'] },
  },
]

/** Creates the basic fonts as subsets of the packages' fonts. The result is deterministic. */
export function makeBasicFonts(): Promise<{ file: string; bytes: Buffer }[]> {
  const { resolve } = createRequire(join(root, 'web/package.json'))
  const text = BASIC_RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
  ).join('')
  return Promise.all(
    FONTS.map(async ({ file, source, options }) => ({
      file: join(FOLDER, file),
      bytes: await subsetFont(readFileSync(resolve(source)), text, options),
    })),
  )
}

// Run as a command, not imported by the check.
if (process.argv[1] === import.meta.filename) {
  commandLine('fonts', 'Writes the basic fonts of the shop into web/src/theme/fonts.').parse()
  for (const { file, bytes } of await makeBasicFonts()) writeFileSync(file, bytes)
}
