import type { Page } from '@playwright/test'
import { arrive } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

const emulator = shareEmulator()

/** The pages with cards or rows of products, as a customer who has opened two of them. */
const PATHS = [
  '/',
  '/shop',
  '/shop?q=atlas',
  '/categories',
  '/categories/3',
  '/authors/Chinua%20Achebe',
  '/wishlist?user=1',
  '/my-account?tab=orders',
  '/product-details/338',
]

test("on a phone's width, every image is on a plate of one shape, and no name is cut with the text spacing of WCAG 1.4.12", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await arrive(page.context(), emulator.origin, { isCustomer: true })
  for (const path of PATHS) {
    await page.goto(emulator.origin + path)
    await expect(page.getByRole('main').locator('.image').first(), path).toBeVisible()
    // The images of similar and recent products load when the shopper scrolls to them.
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    const plates = await platesOf(page)
    expect(plates.length, path).toBeGreaterThan(0)
    for (const plate of plates) expect(plate, path).toEqual({ shape: 12, height: 85, isCentred: true })
    await spaceText(page)
    expect(await cutNames(page), path).toEqual([])
  }
})

/** Returns the shape of each plate (ten times height by width), its image's height in percent, and its position. */
function platesOf(page: Page) {
  return page.locator('main .image:not(.product-cover)').evaluateAll((elements) =>
    elements
      .map((element) => ({
        plate: element.getBoundingClientRect(),
        image: element.querySelector('img, .drawn-cover')?.getBoundingClientRect() ?? new DOMRect(),
      }))
      // Images below the screen are not displayed until they are near it.
      .filter(({ image }) => image.height > 0)
      .map(({ plate, image }) => ({
        shape: Math.round((plate.height / plate.width) * 10),
        height: Math.round((image.height / plate.height) * 100),
        isCentred: Math.abs(image.left + image.right - plate.left - plate.right) <= 2,
      })),
  )
}

/** Applies the text spacing of WCAG 1.4.12 as a style sheet object, because the policy forbids style elements. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`,
    )
    document.adoptedStyleSheets.push(sheet)
  })
}

function cutNames(page: Page): Promise<(string | null)[]> {
  return page
    .locator('main :is(.product-name, .product-author, .card-link, .tile-name, .order-items > span)')
    .evaluateAll((names) =>
      names
        .filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
          clientHeight > 0 ? scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1 : false,
        )
        .map(({ textContent }) => textContent),
    )
}
