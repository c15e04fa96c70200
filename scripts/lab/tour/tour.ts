import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { escapeHtml } from '../../../contracts/harness/report/html-page.ts'
import { print } from '../../bootstrap.ts'
import { UserError } from '../../runtime.mjs'
import { inShopBrowser } from '../start.ts'
import { buyingFilmstrips } from './buying-filmstrips.ts'
import { findingFilmstrips } from './finding-filmstrips.ts'
import { listFilmstrips } from './list-filmstrips.ts'
import { offlineFilmstrip } from './offline-filmstrip.ts'
import { type Frame, Scenario } from './scenario.ts'

/** Frame size and gap in CSS pixels, frames per row, and JPEG quality. */
const FRAME_WIDTH = 220
const FRAME_HEIGHT = 452
const IN_A_ROW = 5
const GAP = 16
const QUALITY = 70

const STYLE = `
  body { margin: 0; background: #fff; font: 14px/1.35 system-ui, sans-serif; color: #222 }
  main { display: flex; flex-wrap: wrap; gap: 20px ${GAP}px; padding: 16px; width: max-content }
  main.rows { max-width: ${IN_A_ROW * (FRAME_WIDTH + 2 + GAP) - GAP}px }
  figure { margin: 0; width: min-content }
  img { display: block; height: ${FRAME_HEIGHT}px; border: 1px solid #bbb; border-radius: 6px; background: #fff }
  img.phone { box-sizing: content-box; width: ${FRAME_WIDTH}px }
  img.paper { box-sizing: border-box; padding: 14px; border-radius: 0 }
  figcaption { margin-top: 8px; text-wrap: balance }
  b { margin-right: 5px }
`

/** Maximum size of all filmstrips in bytes, because they are in the repository. */
const BUDGET = 1_200_000

const FILMSTRIPS = [offlineFilmstrip, ...listFilmstrips, ...findingFilmstrips, ...buyingFilmstrips]

/**
 * Plays the scenarios in a browser and writes a filmstrip of each into a folder.
 * @param only name of one filmstrip; default all
 * @throws UserError if a step fails, or if the filmstrips are too large
 */
export async function takeTour(out: string, only?: string): Promise<void> {
  const filmstrips = FILMSTRIPS.filter(({ name }) => only === undefined || name === only)
  if (filmstrips.length === 0)
    throw new UserError(
      `There is no filmstrip "${only}"; there are ${FILMSTRIPS.map(({ name }) => name).join(', ')}.`,
    )
  mkdirSync(out, { recursive: true })
  await inShopBrowser(async (shop) => {
    let bytes = 0
    for (const filmstrip of filmstrips) {
      const frames = await Scenario.through(filmstrip, shop)
      const strip = await joinFrames(frames, shop.browser)
      writeFileSync(join(out, `${filmstrip.name}.jpg`), strip)
      bytes += strip.length
      print(`  ${filmstrip.name}: ${frames.length} pictures, ${Math.ceil(strip.length / 1000)} KB`)
    }
    if (bytes > BUDGET)
      throw new UserError(`The strips weigh ${bytes} bytes together, more than the ${BUDGET} that they may.`)
    print(`${filmstrips.length} strips in ${out}, ${Math.ceil(bytes / 1000)} KB`)
  })
}

/** Joins the frames of a filmstrip into one JPEG: rows of screenshots with number and caption. */
async function joinFrames(frames: readonly Frame[], browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } })
  try {
    const measurements = frames.map(({ image, caption, isPaper }, at) => {
      const source = `data:image/png;base64,${image.toString('base64')}`
      return `<figure><img class="${isPaper ? 'paper' : 'phone'}" src="${source}"><figcaption><b>${at + 1}</b>${escapeHtml(caption)}</figcaption></figure>`
    })
    // setContent waits until the images have loaded.
    await page.setContent(
      `<style>${STYLE}</style><main class="${frames.length > IN_A_ROW ? 'rows' : ''}">${measurements.join('')}</main>`,
    )
    return await page.locator('main').screenshot({ type: 'jpeg', quality: QUALITY })
  } finally {
    await page.close()
  }
}
