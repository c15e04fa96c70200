import type { Page } from '@playwright/test'
import { expect, test } from './shopper.ts'

/** Forms submitted offline keep their input, show one message, and are sent when the network returns. */
test.use({
  provoked: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/,
})

const SENTENCE = "You're offline. We'll continue as soon as you're back online."

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

type Form = {
  title: string
  path: string
  before?: (page: Page) => Promise<unknown>
  values: Record<string, string>
  button: string
  /** The expected request, and the message shown on success. */
  sent: RegExp
  /** If omitted, success clears the first field. */
  done?: string
  loggedOut?: true
}

const FORMS: Form[] = [
  {
    title: 'the newsletter',
    path: '/about-us',
    values: { 'Your email': 'amina@kitabo.example' },
    button: 'Get our daily newsletter',
    sent: /newsletter\/subscribe/,
  },
  {
    title: 'a special order',
    path: '/special-order',
    values: {
      'Full name': 'Amina Nakato',
      Phone: '0772123456',
      'Contact info': 'amina@kitabo.example',
      'Item name': 'Atlas of 1962',
      Details: 'With the map of Buganda',
    },
    button: 'Submit request',
    sent: /special-order\/store/,
    done: 'Your special order request has been submitted successfully!',
  },
  {
    title: 'a log-in',
    path: '/my-account',
    values: { 'Email or phone': 'demo@kitabo.example', Password: 'kitabo-demo' },
    button: 'Login',
    sent: /auth\/login/,
    done: 'Login successful',
    loggedOut: true,
  },
  {
    title: 'a registration',
    path: '/my-account',
    before: (page) => page.getByRole('button', { name: 'Register' }).click(),
    values: {
      'First name': 'Ruth',
      'Last name': 'Namara',
      Email: 'ruth@kitabo.example',
      Phone: '0772999111',
      Password: 'kitabo-ruth',
    },
    button: 'Register',
    sent: /auth\/registration/,
    done: 'User Created Successfully',
    loggedOut: true,
  },
  {
    title: 'a forgotten password',
    path: '/forgot-password',
    values: { Email: 'demo@kitabo.example' },
    button: 'Send code',
    sent: /auth\/forgot-password/,
    done: 'Password reset link sent to your email',
    loggedOut: true,
  },
  {
    title: 'an address',
    path: '/pre-check',
    before: async (page) => {
      await page.getByRole('button', { name: 'Add another address' }).click()
      await page.locator('.leaflet-container').click({ position: { x: 120, y: 150 } })
      await page.getByRole('combobox', { name: 'Search for your address' }).fill('Green gate')
      await page.getByRole('button', { name: 'Save searched address' }).click()
    },
    values: {
      'Address Name': 'Green gate, opposite the school',
      'Contact Person Name': 'Ruth Namara',
      'Contact Person Number': '0772999111',
    },
    button: 'Save',
    sent: /address\/add/,
    done: 'Address saved successfully!',
  },
]

for (const { title, path, before, values, button, sent, done, loggedOut } of FORMS) {
  test(`${title} is queued offline with its input, and is sent once`, async ({ shopper, page, context }) => {
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'OPTIONS' && sent.test(request.url())) requested.push(request.url())
    })
    if (loggedOut) await page.evaluate(() => localStorage.removeItem('authToken'))
    await shopper.open(path)
    await before?.(page)
    await fill(page, values)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: button, exact: true }).last().click()
    await expect(page.getByText(SENTENCE).first()).toBeVisible()
    for (const [name, value] of Object.entries(values))
      await expect(field(page, name), name).toHaveValue(value)
    expect(requested).toEqual([])
    await context.setOffline(false)
    if (done === undefined) await expect(field(page, Object.keys(values)[0] ?? '')).toHaveValue('')
    else await expect(page.getByText(done).first()).toBeVisible()
    expect(requested).toHaveLength(1)
  })
}

test('a message to the shop is acknowledged offline, because it is not sent anywhere', async ({
  shopper,
  page,
  context,
}) => {
  await shopper.open('/contact-us')
  await fill(page, { Name: 'Ruth', Email: 'ruth@kitabo.example', Phone: '0772999111', Message: 'Atlases?' })
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(
    page.getByText('Thank you for your message! We will get back to you soon.').first(),
  ).toBeVisible()
})

test('a new code requested offline is requested when the network returns', async ({
  shopper,
  page,
  context,
}) => {
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await shopper.open('/forgot-password')
  await field(page, 'Email').fill('demo@kitabo.example')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page).toHaveURL(/\/verify/)
  await shopper.control('POST', '/clock', { advance: '5m' })
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByText(SENTENCE)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText("We've sent a new code.")).toBeVisible()
})

test('an address deleted offline is deleted when the network returns', async ({ shopper, page, context }) => {
  await shopper.open('/pre-check')
  const cards = page.getByRole('button', { name: /^Delete / })
  await expect(cards).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await cards.first().click()
  await context.setOffline(false)
  await expect(cards).toHaveCount(1)
})
