import { expect, test } from 'vitest'
import { providerContracts } from '../../cases/provider.ts'
import { formatNeeds } from '../../harness/report/format-needs.ts'
import type { Report } from '../../harness/report/report.ts'
import { runContract } from '../../harness/run-contract.ts'
import { ENDPOINT_EXTENSIONS } from '../../src/api.ts'
import type { Need } from '../../src/case.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import { nonEmpty } from '../../test/non-empty.ts'
import { startEmbeddedEmulator } from '../emulator.ts'
import { createPlantedHost } from './planted-host.ts'
import { findingsOf } from './test-run.ts'

type Build = '7.1' | '7.7'

/** Validates the provider's original software, as the emulator imitates it. */
async function validateOriginal(build: Build, isStaging: boolean, stock = true) {
  const emulator = await startEmbeddedEmulator({ stock, profile: build })
  let needs: readonly Need[] = []
  const report = await runContract({
    contracts: providerContracts,
    target: { ...emulator.host, origin: 'http://original.example', isEmulator: false },
    emulator: null,
    spacing: 0,
    ...(isStaging ? { write: true, staging: { run: 'a1b2c3d4', mailDomain: 'kitabo.example' } } : {}),
    onNeeds: (found) => {
      needs = found
    },
  })
  await emulator.close()
  return { report, needs }
}

/** The added endpoints of the provider. */
const ADDED: readonly Endpoint[] = nonEmpty(Object.values(ENDPOINT_EXTENSIONS))
/** Returns the findings about the added endpoints. Without --staging, writes are not sent, only their preflights. */
const missing = (isStaging: boolean) =>
  Object.entries(providerContracts.endpoints).flatMap(([name, endpoint]) => {
    const write = `behaviour ${isStaging ? 'status' : 'preflight'}`
    const rule = endpoint.method === 'GET' ? 'breaking status' : write
    return ADDED.includes(endpoint) ? `${name} ${rule} $status` : []
  })

/** Returns why endpoints were not validated because of an error. */
const errorsOf = ({ endpoints }: Report) =>
  endpoints.filter(({ status }) => status === 'error').map(({ name, reason }) => `${name}: ${reason}`)

/** Endpoints that 7.7 also answers for guests, where the contract expects 401. */
const GUESTS = ['addresses.list behaviour access $status', 'orders.list behaviour access $status']
const GUEST_WRITES = ['addresses.add', 'addresses.delete', 'orders.place'].map(
  (name) => `${name} behaviour status $status`,
)

test.each<[Build, string[]]>([
  ['7.1', []],
  ['7.7', GUESTS],
])('a run against the software %s reports what it lacks, and nothing else', async (build, more) => {
  const { report } = await validateOriginal(build, false)
  expect(findingsOf(report)).toEqual([...missing(false), ...more].sort())
  expect(errorsOf(report)).toEqual([])
  const { notes } = report.endpoints.find(({ name }) => name === 'orders.place') ?? {}
  expect(notes?.join()).toContain('Access-Control-Allow-Headers: * permits the token in browsers')
})

test.each<[Build, string[], string]>([
  ['7.1', [], 'no'],
  ['7.7', [...GUESTS, ...GUEST_WRITES], 'yes'],
])(
  '--staging finds a foreign address in an order of %s, and what a shop needs to know',
  async (build, more, isTyped) => {
    const { report, needs } = await validateOriginal(build, true)
    const foreign = [
      'orders.list behaviour access $[].delivery_address',
      'orders.list behaviour relation $[].delivery_address.user_id',
    ]
    expect(findingsOf(report)).toEqual([...missing(true), ...foreign, ...more].sort())
    expect(formatNeeds(needs).split('\n')).toEqual([
      'What this host needs',
      '  Does pickup need an address?                yes',
      '  Is a total of 1,200,000 stored?             no',
      `  Is \`type\` required to log in?               ${isTyped}`,
      '  Where are product images?                   /storage/product/{file}',
      '  Does the order list contain the reference?  yes',
      '  Is Idempotency-Key honoured?                no: a repeated order is a second one',
      '',
      'VITE_PICKUP_ADDRESS_ID=<id of an address>',
      'VITE_MAX_ORDER_AMOUNT=999999',
      'VITE_SEND_PAYMENT_REFERENCE=on',
      '',
    ])
  },
)

test('--staging finds nothing to set for a host with all extensions but the reference', async () => {
  const { needs } = await validateOriginal('7.1', true, false)
  expect(needs.flatMap(({ setting }) => setting ?? [])).toEqual(['VITE_SEND_PAYMENT_REFERENCE=on'])
})

test('the log-in to 7.7 is repeated with the type of the address: e-mail or phone', async () => {
  const emulator = await startEmbeddedEmulator({ stock: true, profile: '7.7' })
  const { fetch, host, token } = emulator
  const headers = { authorization: `Bearer ${token()}` }
  const { email, phone } = await (await fetch(`${host.origin}/api/v1/customer/info`, { headers })).json()
  const typesFor = async (address: string) => {
    const planted = createPlantedHost(fetch)
    const credentials = { email: address, password: host.credentials?.password ?? '' }
    const report = await runContract({
      contracts: providerContracts,
      target: { origin: planted.origin, fetch: planted.fetch, credentials, isEmulator: false },
      emulator: null,
      only: ['auth.login'],
      spacing: 0,
    })
    expect(errorsOf(report)).toEqual([])
    const logIns = planted.requests.filter(({ method }) => method === 'POST')
    return logIns.map(({ body }) => [JSON.parse(body).email_or_phone, JSON.parse(body).type])
  }
  expect(await typesFor(email)).toEqual([
    [email, undefined],
    [email, 'email'],
  ])
  expect(await typesFor(phone)).toEqual([
    [phone, undefined],
    [phone, 'phone'],
  ])
  await emulator.close()
})
