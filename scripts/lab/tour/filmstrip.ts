import type { Browser } from '@playwright/test'
import type { Frame } from './scenario.ts'

/** CSS pixels of a frame and between frames, phones in a row, and how far JPEG may simplify. */
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

/** Joins the frames of a story into one JPEG: rows of pictures, each with its number and caption below. */
export async function joinFrames(frames: readonly Frame[], browser: Browser): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } })
  try {
    await page.setContent(
      `<style>${STYLE}</style><main${frames.length > IN_A_ROW ? ' class="rows"' : ''}></main>`,
    )
    const drawn = frames.map(({ picture, caption, isPaper }) => ({
      ...{ caption, kind: isPaper ? 'paper' : 'phone' },
      source: `data:image/png;base64,${picture.toString('base64')}`,
    }))
    await page.evaluate(async (all) => {
      for (const [at, { source, caption, kind }] of all.entries()) {
        const image = Object.assign(new Image(), { src: source, className: kind })
        const number = document.createElement('b')
        number.textContent = String(at + 1)
        const words = document.createElement('figcaption')
        words.append(number, caption)
        const figure = document.createElement('figure')
        figure.append(image, words)
        document.querySelector('main')?.append(figure)
        await image.decode()
      }
    }, drawn)
    return await page.locator('main').screenshot({ type: 'jpeg', quality: QUALITY })
  } finally {
    await page.close()
  }
}
