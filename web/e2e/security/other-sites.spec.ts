import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import config from '../../playwright.config.ts'
import { expect, shareEmulator, test } from '../emulator.ts'

const FOREIGN = 'evil.example'

/** A different site, served from this machine. */
let site: Server
test.beforeAll(async () => {
  site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Another site</title>')
  })
  await new Promise<void>((up) => site.listen(0, '127.0.0.1', up))
})
test.afterAll(() => site.close())
const foreignPage = () => {
  const address = site.address()
  if (address === null || typeof address === 'string') throw new Error('The other site is not running.')
  return `http://${FOREIGN}:${address.port}/`
}

const launchOptions = config.use?.launchOptions
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), `--host-resolver-rules=MAP ${FOREIGN} 127.0.0.1`],
  },
  provoked:
    /blocked by CORS policy|net::ERR|frame-ancestors|status of 40[034]|Refused to (frame|display)|Framing|does not match the recipient/,
})
const emulator = shareEmulator()

const stockOf = async (request: { get: (url: string) => Promise<{ json: () => Promise<unknown> }> }) => {
  const { products } = (await (await request.get(`${emulator.origin}/__emulator/stock`)).json()) as {
    products: { id: number; stock: number }[]
  }
  return products.find(({ id }) => id === 5)?.stock
}

test('a page on a different site can neither read nor change data through the control API', async ({
  page,
}) => {
  await page.request.post(`${emulator.origin}/__emulator/stock`, { data: { id: 5, stock: 77 } })
  const control = `${emulator.origin}/__emulator`
  const sendRequests = async (control: string) => {
    const attempt = (path: string, init: RequestInit) =>
      fetch(control + path, init).then(
        async (response) => (response.type === 'opaque' ? 'opaque' : await response.text()),
        () => 'failed',
      )
    const plain = { 'Content-Type': 'text/plain' }
    return [
      await attempt('/outbox', {}),
      await attempt('/outbox', { mode: 'no-cors' }),
      await attempt('/reset', { method: 'POST', mode: 'no-cors' }),
      await attempt('/reset', { method: 'POST', mode: 'no-cors', headers: plain, body: '{}' }),
      await attempt('/stock', {
        method: 'POST',
        body: new URLSearchParams({ id: '5', stock: '1' }),
        mode: 'no-cors',
      }),
      await attempt('/stock', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"id":5,"stock":1}',
      }),
      await attempt('/health', {}),
    ]
  }
  await page.goto(foreignPage())
  const outcomes = await page.evaluate(sendRequests, control)
  expect(outcomes.filter((outcome) => outcome !== 'failed' && outcome !== 'opaque')).toEqual([])
  expect(await stockOf(page.request)).toBe(77)
  // The same requests succeed on a page of the emulator.
  await page.goto(`${control}/health`)
  const ownOutcomes = await page.evaluate(sendRequests, control)
  expect(ownOutcomes.filter((outcome) => outcome === 'failed' || outcome === 'opaque')).toEqual([])
  expect(await stockOf(page.request)).toBe(1)
})

test('a page on a different site neither logs in nor creates a world or a payment', async ({ page }) => {
  const at = (path: string) => `${emulator.origin}/__emulator/${path}`
  const worlds = async () => (await (await page.request.get(at('worlds'))).json()).worlds.length
  const before = await worlds()
  const paymentStatus = async (reference: string) =>
    (await (await page.request.get(at(`payments/by-reference/${reference}`))).json()).status
  const sendRequests = async ({ origin, name }: { origin: string; name: string }) => {
    const attempt = (path: string, init: RequestInit) =>
      fetch(origin + path, init).then(
        ({ type, status }) => (type === 'opaque' ? 'opaque' : status),
        () => 'failed',
      )
    const request = { tx_ref: name, amount: 1, customer: { email: 'a@b.c', name: 'A' } }
    const charge = { request, method: 'ussd', input: { phone: '1' } }
    const post = { method: 'POST', mode: 'no-cors' } as const
    return [
      await attempt('/api/v1/banners', {}),
      await attempt('/api/v1/auth/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"email_or_phone":"demo@kitabo.example","password":"kitabo-demo"}',
      }),
      await attempt('/api/v1/banners', { headers: { 'X-Emulator-World': name } }),
      await attempt('/__emulator/payments', {
        ...post,
        body: new URLSearchParams({
          'request[tx_ref]': name,
          'request[amount]': '1',
          'request[customer][email]': 'a@b.c',
          'request[customer][name]': 'A',
          'input[phone]': '1',
          method: 'ussd',
        }),
      }),
      await attempt('/__emulator/payments', { ...post, body: JSON.stringify(charge) }),
    ]
  }
  // The name of the world and of the payment.
  const name = randomUUID()
  await page.goto(foreignPage())
  const outcomes = await page.evaluate(sendRequests, { origin: emulator.origin, name })
  // Playwright answers preflights itself, so the emulator refuses the actual request.
  expect(outcomes.filter((outcome) => outcome === 200)).toEqual([])
  expect(await worlds()).toBe(before)
  expect(await paymentStatus(name)).toBe('open')
  // The same requests succeed on a page of the emulator, except JSON as text/plain.
  await page.goto(at('health'))
  const ownOutcomes = await page.evaluate(sendRequests, { origin: emulator.origin, name })
  expect(ownOutcomes).toEqual([200, 200, 200, 200, 400])
  expect(await worlds()).toBe(before + 1)
  expect(await paymentStatus(name)).not.toBe('open')
})

test('a form on a different site is refused with one message', async ({ page }) => {
  await page.request.post(`${emulator.origin}/__emulator/stock`, { data: { id: 5, stock: 78 } })
  await page.goto(foreignPage())
  await page.setContent(`<form method="post" action="${emulator.origin}/__emulator/stock">
    <input name="id" value="5"><input name="stock" value="1"><button>Win a prize</button></form>`)
  await page.getByRole('button').click()
  await expect(page.getByText('The control API refuses requests from pages of another site.')).toBeVisible()
  expect(await stockOf(page.request)).toBe(78)
})

test('the shop, the console and the payment window cannot be framed by a different site', async ({
  page,
}) => {
  await page.goto(foreignPage())
  const paths = ['/', '/__emulator/', '/__emulator/checkout', `/__emulator/checkout?opener=${foreignPage()}`]
  for (const path of paths) {
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      return new Promise<void>((loaded) => {
        frame.onload = () => loaded()
        frame.src = src
        document.body.replaceChildren(frame)
      })
    }, emulator.origin + path)
    // The frame's URL changes after its load event.
    await expect.poll(() => page.frames()[1]?.url(), path).toBe('chrome-error://chromewebdata/')
  }
})

test('the payment window sends messages only to the page that opened it', async ({ page }) => {
  await page.goto(`${emulator.origin}/__emulator/health`)
  const heard = await page.evaluate(async () => {
    const messages: string[] = []
    const open = (opener: string) => {
      const frame = document.createElement('iframe')
      const loaded = new Promise<void>((done) => {
        frame.onload = () => done()
      })
      frame.src = `/__emulator/checkout?opener=${encodeURIComponent(opener)}`
      document.body.append(frame)
      return { frame, loaded }
    }
    const wrong = open('https://elsewhere.example')
    await wrong.loaded
    wrong.frame.contentWindow?.postMessage({ type: 'request', request: { tx_ref: 'x' } }, '*')
    const right = new Promise<void>((ready) => {
      window.addEventListener('message', (event) => {
        messages.push(event.source === wrong.frame.contentWindow ? 'the wrong one' : event.data.type)
        if (event.data.type === 'ready') ready()
      })
    })
    open(window.location.origin)
    await right
    return messages
  })
  expect(heard).toEqual(['ready'])
})

test('the checkout script refuses a script as redirect_url', async ({ page }) => {
  await page.goto(`${emulator.origin}/__emulator/health`)
  await page.addScriptTag({ url: `${emulator.origin}/v3.js` })
  const message = await page.evaluate(() => {
    const { FlutterwaveCheckout } = window as unknown as { FlutterwaveCheckout: (config: object) => void }
    const config = { public_key: 'k', tx_ref: 't', amount: 1, currency: 'UGX', customer: { email: 'a@b.c' } }
    try {
      FlutterwaveCheckout({ ...config, redirect_url: 'javascript:alert(1)' })
      return 'opened'
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(message).toBe('FlutterwaveCheckout needs an http or https URL as redirect_url.')
})
