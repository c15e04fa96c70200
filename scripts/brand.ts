// Generates files from the brand's files: icons, the manifest's screenshots, and the facts and colours of the emulator.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { brandColour, brandColours } from '../web/build/brand.ts'
import { store } from '../web/src/config/store.ts'
import { commandLine, print } from './command-line.ts'
import { runInChromium, startShop } from './lab/lab.ts'
import { root } from './project.ts'

const mark = join(root, 'web/public/favicon.svg')
const install = (name: string) => join(root, 'web/public/install', name)
const hostFile = join(root, 'fixtures/catalogue/store.json')
const coloursFile = join(root, 'fixtures/src/draw/colours.json')
const customersFile = join(root, 'fixtures/catalogue/customers.json')

/**
 * Icons of the installed shop. Source of the safe zone: https://w3c.github.io/manifest/#icon-masks, a circle of 80 %.
 */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 1 },
  { name: 'icon-512.png', size: 512, share: 1 },
  { name: 'icon-maskable-512.png', size: 512, share: 0.6 },
]

const SCREENSHOTS = [
  { name: 'shop-phone.webp', path: '/shop', width: 360, height: 740 },
  { name: 'home.webp', path: '/', width: 1280, height: 860 },
]

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
/** Writes lists of numbers and texts on one line, as the formatter does. */
const writeJson = (file: string, value: unknown) =>
  writeFileSync(
    file,
    `${JSON.stringify(value, null, 2).replace(/\[[^[\]{}]+\]/g, (list) =>
      list.replace(/\n\s+/g, (_, at) => (at === 1 ? '' : ' ')).replace(/ \]$/, ']'),
    )}\n`,
  )

/** Writes the shop's facts to the store of the sample catalogue, because a real host sends them too. */
function writeHostFacts(): void {
  const host = readJson(hostFile)
  const facts = {
    name: store.name,
    address: store.address,
    phone: store.phones[0].replaceAll(' ', ''),
    email: store.email,
    latitude: String(store.origin.lat),
    longitude: String(store.origin.lng),
    shipping_per_km: store.deliveryPerKm,
  }
  writeJson(hostFile, { ...host, ...facts })
}

/** Writes the shop's colours for the emulator's images and payment window. */
function writeColours(): void {
  const entries = [...brandColours()].map(([name, value]) => [
    name,
    name === 'covers' ? value.split(' ') : value,
  ])
  writeJson(coloursFile, Object.fromEntries(entries))
}

type SampleAddress = { address: string; latitude: string; longitude: string }

/**
 * Moves the addresses of the sample customers with the shop to its town, so that their distances and fees stay. Reads the
 * shop's earlier position, so it runs before `writeHostFacts`.
 */
function moveCustomers(): void {
  const host = readJson(hostFile)
  const north = store.origin.lat - Number(host.latitude)
  const east = store.origin.lng - Number(host.longitude)
  const customers: { addresses: SampleAddress[] }[] = readJson(customersFile)
  for (const address of customers.flatMap(({ addresses }) => addresses)) {
    address.address = address.address.replace(/[^,]*$/, ` ${store.town}`)
    address.latitude = (Number(address.latitude) + north).toFixed(4)
    address.longitude = (Number(address.longitude) + east).toFixed(4)
  }
  writeJson(customersFile, customers)
}

/**
 * Updates the OpenAPI document, whose examples come from the emulator. In a new process, because this one may have
 * imported the old facts.
 */
function writeApiDocument(): void {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/docs.ts')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

async function drawIcons(browser: Browser): Promise<void> {
  const url = `data:image/svg+xml;base64,${readFileSync(mark).toString('base64')}`
  for (const { name, size, share } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${share === 1 ? 'transparent' : brandColour('paper')}"><img src="${url}" width="${size * share}" height="${size * share}">`,
    )
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    await page.screenshot({ path: install(name), omitBackground: true })
    await page.close()
  }
}

async function takeScreenshots(browser: Browser): Promise<void> {
  const { origin, stop } = await startShop()
  try {
    for (const { name, path, width, height } of SCREENSHOTS) {
      const page = await browser.newPage({ viewport: { width, height } })
      await page.goto(origin + path)
      await page.waitForLoadState('networkidle')
      // Loaded images are decoded and drawn later.
      await page.evaluate(() =>
        Promise.all(Array.from(document.images, (image) => image.naturalWidth > 0 && image.decode())),
      )
      const devtools = await page.context().newCDPSession(page)
      // Playwright writes PNG and JPEG only.
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
      writeFileSync(install(name), Buffer.from(data, 'base64'))
      await page.close()
    }
  } finally {
    await stop()
  }
}

const { facts } = commandLine(
  'brand',
  "Writes the icons, the screenshots, and the emulator's facts and colours from the brand's files (docs/another-brand.md).",
)
  .option('--facts', "only write the emulator's facts and colours; no browser is needed")
  .parse()
  .opts()
moveCustomers()
writeHostFacts()
writeColours()
writeApiDocument()
if (!facts)
  await runInChromium(async (browser) => {
    await drawIcons(browser)
    await takeScreenshots(browser)
  })
print(facts ? 'wrote the facts and colours' : `wrote the facts, the colours and the images in ${install('')}`)
