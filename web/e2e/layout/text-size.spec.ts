import type { Page } from '@playwright/test'
import { launchOptions } from '../../chromium-flags.ts'
import { expect, shareEmulator, test } from '../emulator.ts'
import { routeTable } from '../pages.ts'

/** The narrowest phone, with the browser's font size doubled or with the text spacing of WCAG 1.4.12. */
test.use({
  viewport: { width: 320, height: 640 },
  launchOptions: launchOptions({ flags: ['--blink-settings=defaultFontSize=32'] }),
})
const emulator = shareEmulator()

/**
 * Finds texts that are clipped by the viewport or an ancestor and cannot be scrolled into view.
 * Intentional line clamping is recognised by its style.
 */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!node.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue
      if (parent.closest('.visually-hidden, .skip-link, [inert], .leaflet-container, svg')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
      for (const box of boxes) {
        let reason = box.right > innerWidth + 1 || box.left < -1 ? 'the screen' : null
        for (let around: HTMLElement | null = parent; around; around = around.parentElement) {
          const style = getComputedStyle(around)
          if (/auto|scroll/.test(style.overflowX)) {
            reason = null
            break
          }
          if (!/hidden|clip/.test(style.overflowX) || style.webkitLineClamp !== 'none') continue
          const edge = around.getBoundingClientRect()
          // One-pixel boxes are for screen readers only.
          if (edge.width <= 2) {
            reason = null
            break
          }
          if (box.right > edge.right + 2 || box.left < edge.left - 2 || box.bottom > edge.bottom + 4)
            reason = `.${around.className}`
        }
        if (reason) {
          cut.push(`${node.textContent.trim().slice(0, 40)} | ${reason}`)
          break
        }
      }
    }
    return cut
  })
}

const TEXT_SPACING = `
  :root { font-size: 16px }
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

async function expectNoClippedText(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(emulator.origin + path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  const expectFit = async (width: number, mode: string) => {
    await page.setViewportSize({ width, height: 640 })
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth), `${path} ${mode}`)
      .toBe(width)
    expect.soft(await cutTexts(page), `${path} ${mode}`).toEqual([])
  }
  await expectFit(360, 'at 200 %')
  await expectFit(320, 'at 200 %')
  await page.evaluate((css) => {
    const spacing = new CSSStyleSheet()
    spacing.replaceSync(css)
    document.adoptedStyleSheets = [spacing]
  }, TEXT_SPACING)
  await expectFit(320, 'with text spacing')
}

for (const { name, example } of routeTable)
  test(`${name} clips no text and does not scroll horizontally`, { tag: '@thorough' }, ({ page }) =>
    expectNoClippedText(page, example),
  )
