import { cpSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../project.ts'
import { createForeignProject, type ForeignProject, tarball } from './foreign-project.ts'

/** Uses widely used client libraries against the emulated API and payments, the way their users do. */
let project: ForeignProject
let origin: string

beforeAll(async () => {
  project = createForeignProject([
    tarball('emulator'),
    'flutterwave-node-v3@1.4.1',
    'flutterwave-react-v3@1.3.3',
    'react@19.3.1',
    'react-dom@19.3.1',
    'openapi-fetch@0.17.0',
    'openapi-typescript@7.13.0',
    'typescript@5.9.3',
    '@stoplight/prism-cli@5.16.0',
    'openapi-to-postmanv2@6.3.3',
    'newman@6.2.2',
  ])
  cpSync(join(root, 'contracts', 'openapi.json'), join(project.folder, 'openapi.json'))
  const [, address = ''] = await project.start(
    'npx',
    ['@kitabo/emulator'],
    /Emulator is up\s+(http:\/\/localhost:\d+)\//,
  )
  origin = address
})
afterAll(() => project.remove())

test('openapi-fetch compiles against the OpenAPI document and receives data of the declared types', async () => {
  const made = await project.run('npx', ['openapi-typescript', 'openapi.json', '-o', 'api.d.ts'])
  expect(made.code).toBe(0)
  project.write({
    'fetch.mts': `import createClient from 'openapi-fetch'
import type { paths } from './api.js'
const client = createClient<paths>({ baseUrl: '${origin}/api/v1' })
const latest = await client.GET('/products/latest', { params: { query: { limit: 3, offset: 1 } } })
const id: number = latest.data!.products[0]!.id
const details = await client.GET('/products/details/{id}', { params: { path: { id } } })
if (!details.data || 'errors' in details.data) throw new Error('no product')
// @ts-expect-error: an id is a number
client.GET('/products/details/{id}', { params: { path: { id: '40' } } }).catch(() => {})
console.log(latest.data!.products.length, details.data.product.id === id)
`,
    'tsconfig.json': `{
  "compilerOptions": { "module": "NodeNext", "target": "ES2023", "lib": ["ES2023", "DOM"], "strict": true, "types": [] },
  "files": ["fetch.mts"]
}`,
  })
  expect(await project.run('npx', ['tsc', '-p', '.'])).toEqual({ code: 0, out: '' })
  expect(await project.run('node', ['fetch.mjs'])).toEqual({ code: 0, out: '3 true\n' })
})

test('flutterwave-node-v3 verifies a payment and gets an error for an unknown one', async () => {
  const customer = { email: 'a@example.com', phone_number: '0772123456', name: 'A' }
  const paid = { tx_ref: 'node-1', amount: 20_000, currency: 'UGX', customer }
  const charge = await fetch(`${origin}/__emulator/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ request: paid, method: 'card', input: { number: '5061 4601 6697 6054 667' } }),
  })
  const { result } = (await charge.json()) as { result: { transaction_id: number } }
  project.write({
    'pay.cjs': `const Flutterwave = require('flutterwave-node-v3')
const flw = new Flutterwave('FLWPUBK_TEST-kitabo-X', 'FLWSECK_TEST-kitabo-X', '${origin}/')
async function main() {
  const { status, data } = await flw.Transaction.verify({ id: ${result.transaction_id} })
  const unknown = await flw.Transaction.verify({ id: '999999999' })
  const banks = await flw.Bank.country({ country: 'UG' })
  console.log(status, data.tx_ref, data.amount, unknown.status, banks.status)
}
main()
`,
  })
  expect(await project.run('node', ['pay.cjs'])).toEqual({
    code: 0,
    out: 'success node-1 20000 error error\n',
  })
})

test('flutterwave-react-v3 opens the payment window in Chromium and passes the payment to the callback', async () => {
  project.write({
    'shop.jsx': `import { closePaymentModal, useFlutterwave } from 'flutterwave-react-v3'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

function Shop() {
  const [state, setState] = useState('open')
  const pay = useFlutterwave({
    public_key: 'FLWPUBK_TEST-kitabo-X',
    tx_ref: 'react-1',
    amount: 20000,
    currency: 'UGX',
    payment_options: 'card',
    customer: { email: 'amina@example.com', phone_number: '0772123456', name: 'Amina' },
    customizations: { title: 'Books', description: 'Two', logo: '' },
  })
  const done = (response) => {
    setState(response.status + ' ' + response.tx_ref)
    closePaymentModal()
  }
  return <><button onClick={() => pay({ callback: done, onClose: () => {} })}>Pay</button><output>{state}</output></>
}
createRoot(document.querySelector('main')).render(<Shop />)
`,
  })
  const { output } = await build({
    cwd: project.folder,
    input: 'shop.jsx',
    platform: 'browser',
    transform: { jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    logLevel: 'silent',
    write: false,
    output: { format: 'iife' },
  })
  const page = `<!doctype html><title>Shop</title><main></main><script>${output[0].code.replaceAll('</script', '<\\/script')}</script>`
  const shop = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  await new Promise<void>((up) => shop.listen(0, '127.0.0.1', up))
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
    args: ['--no-sandbox'],
  })
  try {
    const tab = await browser.newPage()
    // The component requests the provider's host; the test redirects these requests to the emulator, as if its own
    // payment page had sent them. The emulator refuses payments from other sites' pages.
    await tab.route('https://checkout.flutterwave.com/**', async (route) => {
      const { pathname, search } = new URL(route.request().url())
      const headers = { ...route.request().headers(), origin }
      await route.fulfill({ response: await route.fetch({ url: origin + pathname + search, headers }) })
    })
    // It also sends usage statistics to a different server.
    await tab.route(/sendevent/, (route) => route.abort())
    await tab.goto(`http://localhost:${(shop.address() as AddressInfo).port}/`)
    // The component loads the provider's script on the first click.
    await tab.getByRole('button', { name: 'Pay' }).click()
    const payment = tab.frameLocator('iframe[name=checkout]')
    await payment.getByLabel('Card number').fill('5061 4601 6697 6054 667')
    await payment.getByLabel('Expiry (MM/YY)').fill('10/31')
    await payment.getByLabel('CVV').fill('564')
    await payment.getByRole('button', { name: 'Pay UGX 20,000' }).click()
    await tab.getByText('successful react-1').waitFor()
  } finally {
    await browser.close()
    shop.close()
  }
})

/** Starts Prism's proxy, which responds with an error if a request or response violates the document. */
const startProxy = async (port: number) => {
  const api = `${origin}/api/v1`
  const options = ['--port', String(port), '--errors']
  const [, proxy = ''] = await project.start(
    'npx',
    ['prism', 'proxy', 'openapi.json', api, ...options],
    LISTENING,
  )
  return proxy
}
const LISTENING = /listening on (http:\/\/[\d.:]+)/

test("Prism's proxy reports no violations for conforming responses, and an error for an invalid request", async () => {
  const proxy = await startProxy(8547)
  for (const path of ['/banners', '/products/latest?limit=3', '/categories', '/config']) {
    const response = await fetch(proxy + path)
    expect(response.status, path).toBe(200)
    expect(response.headers.get('sl-violations'), path).toBeNull()
  }
  const wrong = await fetch(`${proxy}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(wrong.status).toBe(422)
  expect(await wrong.json()).toMatchObject({ validation: expect.any(Array) })
})

test('Prism mocks products from the document alone', async () => {
  const [, mock = ''] = await project.start(
    'npx',
    ['prism', 'mock', 'openapi.json', '--port', '8549'],
    LISTENING,
  )
  const response = await fetch(`${mock}/products/details/101`)
  const { product } = (await response.json()) as { product: Record<string, unknown> }
  expect(product).toMatchObject({ id: 101, price: 35_000, name: "Mabira Biology Learner's Book 3" })
})

test('every request of a Postman collection from the document conforms to it, after a log-in', async () => {
  const proxy = await startProxy(8551)
  project.write({
    'collection.cjs': `const { convert } = require('openapi-to-postmanv2')
const newman = require('newman')
const { readFileSync } = require('node:fs')
const options = { folderStrategy: 'Tags', requestParametersResolution: 'Example' }
const itemsIn = ({ item, ...request }) => (item ? item.flatMap(itemsIn) : [request])
convert({ type: 'string', data: readFileSync('openapi.json', 'utf8') }, options, (error, { output }) => {
  if (error) throw error
  const collection = output[0].data
  const items = itemsIn(collection)
  const login = items.find(({ request }) => request.url.path.join('/') === 'auth/login')
  const exec = ["pm.collectionVariables.set('bearerToken', pm.response.json().token)"]
  login.event = [{ listen: 'test', script: { exec } }]
  collection.item = [login, ...items.filter((item) => item !== login)]
  collection.variable = [{ key: 'baseUrl', value: '${proxy}' }]
  newman.run({ collection, reporters: [] }, (failure, { run }) => {
    if (failure) throw failure
    const results = run.executions.map(({ request, response }) => response.code + ' ' + request.url.getPath())
    const succeeded = results.filter((result) => result.startsWith('200 '))
    console.log(succeeded.length + ' of ' + results.length, results.filter((result) => !succeeded.includes(result)).join(', '))
  })
})
`,
  })
  // The code from the e-mail is in no document.
  expect(await project.run('node', ['--no-deprecation', 'collection.cjs'])).toEqual({
    code: 0,
    out: '23 of 25 401 /auth/verify-token, 401 /auth/reset-password\n',
  })
})
