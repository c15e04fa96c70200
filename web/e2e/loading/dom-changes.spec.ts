import type { Page } from '@playwright/test'
import { cartButton, waitForHydration } from '../../driver/shopper-actions.ts'
import { expect, shareEmulator, test } from '../emulator.ts'
import { holdScripts } from '../hold-scripts.ts'

/** Extensions that change the DOM before hydration, so that React renders the page anew. */
const emulator = shareEmulator()
test.use({ waitsForApp: false, viewport: { width: 360, height: 740 }, provoked: /React error #418/ })

/** Changes that browser extensions make to the header and the main content. Each function runs in the page. */
const CHANGES: Record<string, () => void> = {
  'insert an element': () => {
    for (const control of document.querySelectorAll('main button, input'))
      control.before(document.createElement('span'))
    document.querySelector('#root')?.prepend(document.createElement('div'))
  },
  'insert a button': () => {
    for (const parent of document.querySelectorAll('header, main')) {
      const button = Object.assign(document.createElement('button'), {
        type: 'button',
        textContent: 'Compare',
      })
      parent.prepend(button)
    }
  },
  'replace words': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      if (!text.parentElement?.matches('script, style'))
        text.data = text.data.replaceAll('Add to', 'Put into')
    }
  },
  // As the translation of Chromium does.
  'wrap every text': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.parentElement?.matches('script, style, noscript, font') || !text.data.trim()) continue
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text)
    }
  },
  'change attributes': () => {
    for (const control of document.querySelectorAll('a, button, input')) {
      control.setAttribute('data-checked', 'yes')
      control.setAttribute('style', 'outline: 1px solid')
    }
  },
  'remove elements': () => {
    for (const element of document.querySelectorAll('header svg, main p, main svg')) element.remove()
  },
  'replace controls with copies': () => {
    for (const control of document.querySelectorAll('button, input')) {
      const copy = control.cloneNode(true)
      ;(copy as HTMLInputElement).value = (control as HTMLInputElement).value
      control.replaceWith(copy)
    }
  },
}

const search = (page: Page) => page.getByRole('combobox', { name: /Search for/ })

async function openHeld(page: Page, path: string): Promise<() => void> {
  const release = await holdScripts(page)
  await page.goto(emulator.origin + path, { waitUntil: 'commit' })
  await page.waitForLoadState('domcontentloaded')
  return release
}

/** The changes that lead to different code. One more test makes all of them in one page. */
const DIFFERENT = new Set(['insert a button', 'wrap every text', 'replace controls with copies'])

for (const [name, change] of Object.entries(CHANGES)) {
  const tag = DIFFERENT.has(name) ? [] : '@thorough'
  test(`keeps taps and typed text if extensions ${name}`, { tag }, async ({ page }) => {
    const release = await openHeld(page, '/product-details/40')
    await page.evaluate(change)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: /^Increase quantity/ }).click()
    await main
      .getByRole('button', { name: /^(Add to|Put into) Cart$/ })
      .first()
      .click()
    await search(page).pressSequentially('atl')
    release()
    await expect(cartButton(page, '2 items')).toBeVisible()
    await expect(search(page)).toHaveValue('atl')
    await page.keyboard.type('a')
    await expect(search(page)).toHaveValue('atla')
  })
}

test('keeps a tap and typed text if extensions change the page after them', async ({ page }) => {
  const release = await openHeld(page, '/contact-us')
  await page.getByLabel('Name', { exact: true }).fill('Akello')
  await page.getByLabel('Message', { exact: true }).fill('Two lines\nof text')
  await cartButton(page).click()
  for (const change of Object.values(CHANGES)) await page.evaluate(change)
  release()
  await expect(page.getByRole('heading', { name: 'Cart Items' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Akello')
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Two lines\nof text')
})

test('the page keeps working if it is translated after hydration', async ({ page }) => {
  await page.goto(`${emulator.origin}/product-details/40`)
  await waitForHydration(page)
  await page.evaluate(CHANGES['wrap every text'] as () => void)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(cartButton(page, '1 item')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Primary Textbooks' }).first().click()
  await expect(page.getByRole('heading', { name: 'Primary Textbooks' }).first()).toBeVisible()
})
