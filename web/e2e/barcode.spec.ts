import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ean13Image } from '../test/ean13.ts'
import { expect, shareEmulator, test } from './emulator.ts'
import { WHOLE_CHROMIUM } from './whole-chromium.ts'

/** A fake camera that shows a book's barcode. */
const emulator = shareEmulator()
const ISBN = '9789970760459'
const SIZE = { width: 640, height: 480 }
const folder = mkdtempSync(join(tmpdir(), 'kitabo-barcode-'))
const video = join(folder, 'book.y4m')

test.use({
  viewport: { width: 360, height: 740 },
  launchOptions: {
    ...WHOLE_CHROMIUM,
    args: [
      ...WHOLE_CHROMIUM.args,
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  },
})

test.beforeAll(() => {
  // One YUV 4:2:0 frame, which the browser repeats: luminance, and two neutral colour planes.
  const light = ean13Image(ISBN, SIZE.width, SIZE.height, 4)
  const frame = Buffer.concat([light, Buffer.alloc(light.length / 2, 128)])
  const head = `YUV4MPEG2 W${SIZE.width} H${SIZE.height} F10:1 Ip A1:1 C420jpeg\n`
  writeFileSync(video, Buffer.concat([Buffer.from(head), Buffer.from('FRAME\n'), frame]))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the camera reads a barcode and the search finds its book', async ({ page, context }) => {
  await context.grantPermissions(['camera'], { origin: emulator.origin })
  await page.goto(`${emulator.origin}/about-us`)
  await page.getByRole('combobox').click()
  await page.getByRole('button', { name: "Scan a book's barcode" }).click()
  await expect(page).toHaveURL(`${emulator.origin}/shop?q=${ISBN}`)
  await expect(page.getByRole('link', { name: /^Kitabo School Dictionary/ }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a denied camera shows one message, and the number can still be typed', async ({ page }) => {
  await page.goto(`${emulator.origin}/about-us`)
  await page.getByRole('combobox').click()
  await page.getByRole('button', { name: "Scan a book's barcode" }).click()
  const dialog = page.getByRole('dialog', { name: 'Scan a barcode' })
  await expect(dialog.getByText(/^The camera is blocked/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('combobox').fill(ISBN)
  await page.getByRole('combobox').press('Enter')
  await expect(page.getByRole('link', { name: /^Kitabo School Dictionary/ }).first()).toBeVisible()
})
