import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root } from '../command.ts'

const PACKAGES = ['', 'contracts', 'fixtures', 'mock-server', 'web']

type Values = readonly (readonly [kitabo: string, duka: string])[]

/** Values of the files that docs/another-brand.md names, and those of a bookshop in Mbale. */
const TEXTS: Values = [
  [
    "Kitabo is a bookshop in Kampala that comes to you. Many of us call a book a kitabo, and that's where our name comes from.",
    'Duka Books is the bookshop below Mount Elgon.',
  ],
  ['80020000000001, registered in Kampala', '80020000000002, registered in Mbale'],
  ['in Kampala, Nairobi and beyond', 'in Mbale and beyond'],
  ['KITABO-GIFT-50', 'DUKA-GIFT-50'],
  ['Kitabo', 'Duka Books'],
  ['Kampala', 'Mbale'],
]

const FACTS: Values = [
  ['Plot 14, Yusuf Lule Road, Kampala', 'Plot 3, Naboa Road, Mbale'],
  ['0.3198', '1.0784'],
  ['32.5919', '34.1811'],
  ['0.3476', '1.0796'],
  ['32.5825', '34.1752'],
  ["'1–2'", "'2–4'"],
  ['sameDay: true', 'sameDay: false'],
  ['+256 700 000 001', '+256 700 000 003'],
  ['+256 700 000 002', '+256 700 000 004'],
  ['256700000001', '256700000003'],
  ['Kitabo', 'Duka Books'],
  ['kitabo', 'duka'],
  ['Kampala', 'Mbale'],
]

/** Copies the checkout without its history, and gives the copy another brand in the files of docs/another-brand.md alone. */
export function copyWithAnotherBrand(folder: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const name of stdout.split('\n'))
    if (name !== '' && existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of PACKAGES)
    linkModules(join(root, name, 'node_modules'), join(folder, name, 'node_modules'))
  rewrite(join(folder, 'web/src/config/store.ts'), FACTS)
  rewrite(join(folder, 'web/src/config/store-texts.ts'), TEXTS)
  rewrite(join(folder, 'web/src/theme/_colours.scss'), [
    ['#17213c', '#3b1c32'],
    ['#14603f', '#7a2e0e'],
  ])
  rewrite(join(folder, 'web/public/favicon.svg'), [['#17213c', '#3b1c32']])
}

/** Links installed packages, so that packages of the repository resolve to the copy's. */
function linkModules(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const entry = join(from, name)
    if (name.startsWith('@') || name === '.bin') linkModules(entry, join(to, name))
    else if (lstatSync(entry).isSymbolicLink() && !realpathSync(entry).includes('node_modules'))
      symlinkSync(readlinkSync(entry), join(to, name))
    else if (!name.startsWith('.vite')) symlinkSync(realpathSync(entry), join(to, name))
  }
}

function rewrite(file: string, values: readonly (readonly [string, string])[]): void {
  let text = readFileSync(file, 'utf8')
  for (const [from, to] of values) {
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}.`)
    text = text.replaceAll(from, to)
  }
  writeFileSync(file, text)
}
