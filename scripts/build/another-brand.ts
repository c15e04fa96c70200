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
import type { store } from '../../web/src/config/store.ts'
import type { storeTexts } from '../../web/src/config/store-texts.ts'
import { root } from '../project.ts'

const PACKAGES = ['', 'contracts', 'fixtures', 'mock-server', 'web']

/** A bookshop in Mbale with a single external link. */
const STORE: typeof store = {
  name: 'Duka Books',
  tagline: 'Books and more, Mbale',
  town: 'Mbale',
  description: 'Books below Mount Elgon.',
  phones: ['+256 777 123 003'],
  whatsapp: '256777123003',
  email: 'hello@duka.example',
  location: 'our shop, Mbale',
  address: 'Plot 3, Naboa Road, Mbale',
  hours: 'every day from 9:00 to 17:00',
  origin: { lat: 1.0784, lng: 34.1811 },
  mapCentre: { lat: 1.0796, lng: 34.1752 },
  deliveryPerKm: 2_000,
  promotionBar: false,
  links: {
    orderTracking: '',
    contact: '',
    faq: '',
    branches: '',
    social: { facebook: 'https://social.example/duka', instagram: '', x: '' },
    playStore: '',
    appStore: '',
  },
}

const TEXTS: typeof storeTexts = {
  about: 'Duka Books is the bookshop below Mount Elgon.',
  suppliers: 'in Mbale and beyond',
  giftCode: 'DUKA-GIFT-50',
  thanks: { language: '', text: '' },
  seller: {
    name: 'Duka Books Limited',
    status: '',
    registration: '',
    directors: '',
    taxNumber: '',
  },
}

export const DELIVERY = 'the same day in Mbale and within 2–4 days elsewhere'

export const COLOURS = { ink: '#3b1c32', green: '#7a2e0e' }

const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="${COLOURS.ink}"/></svg>`

/**
 * Copies the checkout without its history, and gives the copy another brand in the files of docs/another-brand.md
 * alone.
 */
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
  for (const [name, value] of Object.entries({ store: STORE, storeTexts: TEXTS }))
    rewrite(
      join(folder, `web/src/config/${name === 'store' ? 'store' : 'store-texts'}.ts`),
      new RegExp(`(?<=^export const ${name} = )\\{.*?^\\}`, 'ms'),
      JSON.stringify(value),
    )
  const facts = join(folder, 'web/src/config/store.ts')
  rewrite(facts, /(?<=^export const deliveryTime = ).*/m, JSON.stringify(DELIVERY))
  rewrite(facts, /(?<=^export const deliveryTimeNotice = ).*/m, JSON.stringify(DELIVERY))
  for (const [name, value] of Object.entries(COLOURS))
    rewrite(join(folder, 'web/src/theme/_colours.scss'), new RegExp(`(?<=^\\$${name}: ).*(?=;)`, 'm'), value)
  writeFileSync(join(folder, 'web/public/favicon.svg'), MARK)
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

function rewrite(file: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(file, 'utf8')
  if (!pattern.test(text)) throw new Error(`${file} does not contain ${pattern}.`)
  writeFileSync(
    file,
    text.replace(pattern, () => replacement),
  )
}
