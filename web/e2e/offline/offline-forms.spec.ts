import type { Page } from '@playwright/test'
import { expect, test } from '../shopper.ts'

/** Forms submitted offline keep their input, show one message, and are sent when the network returns. */
test.use({
  provoked:
    /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS/,
})

const SENTENCE = "You're offline. We'll continue as soon as you're back online."

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Fills in a form, submits it offline, and expects its input to stay until the network returns. */
async function submitOffline(page: Page, values: Record<string, string>, button: string): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: button, exact: true }).last().click()
  await expect(page.getByText(SENTENCE).first()).toBeVisible()
  for (const [name, value] of Object.entries(values)) await expect(field(page, name), name).toHaveValue(value)
}

function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) count++
  })
  return () => count
}

test('the newsletter and an address are queued offline with their input, and are sent once', {
  tag: '@thorough',
}, async ({ shopper, page }) => {
  await shopper.open('/about-us')
  const subscriptions = countRequests(page, '/newsletter/subscribe')
  await submitOffline(page, { 'Your email': 'amina@kitabo.example' }, 'Get our daily newsletter')
  expect(subscriptions()).toBe(0)
  await page.context().setOffline(false)
  await expect(field(page, 'Your email')).toHaveValue('')
  expect(subscriptions()).toBe(1)

  await shopper.open('/pre-check')
  const addresses = countRequests(page, '/address/add')
  await page.getByRole('button', { name: 'Add another address' }).click()
  await page.locator('.leaflet-container').click({ position: { x: 120, y: 150 } })
  await page.getByRole('combobox', { name: 'Search for your address' }).fill('Green gate')
  await page.getByRole('button', { name: 'Save searched address' }).click()
  const values = {
    'Address Name': 'Green gate, opposite the school',
    'Contact Person Name': 'Ruth Namara',
    'Contact Person Number': '0772999111',
  }
  await submitOffline(page, values, 'Save')
  expect(addresses()).toBe(0)
  await page.context().setOffline(false)
  await expect(page.getByText('Address saved successfully!').first()).toBeVisible()
  expect(addresses()).toBe(1)
})

test('an address deleted offline is deleted when the network returns', { tag: '@thorough' }, async ({
  page,
  context,
}) => {
  const cards = page.getByRole('button', { name: /^Delete / })
  await expect(cards).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await cards.first().click()
  await context.setOffline(false)
  await expect(cards).toHaveCount(1)
})
