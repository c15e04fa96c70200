import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptReport } from '../../contracts/harness/baseline.ts'
import { printHtml } from '../../contracts/harness/print-html.ts'
import { printJunit } from '../../contracts/harness/print-junit.ts'
import { printMarkdown } from '../../contracts/harness/print-markdown.ts'
import { printTerminal } from '../../contracts/harness/print-terminal.ts'
import { READS } from '../../contracts/harness/reads.ts'
import type { Report } from '../../contracts/harness/report.ts'
import { type RunOptions, runContract } from '../../contracts/harness/run.ts'
import { type EmbeddedEmulator, startEmbeddedEmulator } from './embedded-emulator.ts'
import { changeAt } from './mutation.ts'
import { MUTATIONS } from './mutations.ts'
import { startReplay } from './replay.ts'
import { remembering, startTestHost, type TestHost } from './test-host.ts'

let emulator: EmbeddedEmulator
let host: TestHost
let token: string

beforeAll(async () => {
  emulator = await startEmbeddedEmulator()
  token = await emulator.token()
  host = await startTestHost(remembering(emulator.fetch))
})
afterAll(async () => {
  await host.close()
  await emulator.close()
})

function run(options: Partial<RunOptions> = {}): Promise<Report> {
  const target = { origin: host.origin, credentials: { token }, isEmulator: false }
  return runContract({ target, emulator: null, ...options })
}

const withPassword = (): RunOptions['target'] => ({
  origin: host.origin,
  credentials: emulator.side.credentials,
  isEmulator: false,
})

describe('a live host is safe:', () => {
  test('without --write it gets listed reads and no log-in when there is a token', async () => {
    host.plant(null)
    await run()
    expect(new Set(host.requests.map((each) => each.method))).toEqual(new Set(['GET']))
    const paths = Object.keys(READS).length
    expect(new Set(host.requests.map((each) => pathShape(each.path))).size).toBe(paths)
    expect(host.requests.filter((each) => each.path.includes('999'))).toEqual([])
  })

  test('without --write a password is used for one log-in, and never a wrong one', async () => {
    host.plant(null)
    await run({ target: withPassword() })
    const posts = host.requests.filter((each) => each.method !== 'GET')
    expect(posts.map((each) => each.path)).toEqual(['/api/v1/auth/login'])
    const { email, password } = emulator.side.credentials ?? {}
    expect(JSON.parse(posts[0]?.body ?? '')).toEqual({ email_or_phone: email, password })
  })

  test('a log-in that the host wants to wait for is not repeated', async () => {
    host.plant((answer, { method }) =>
      method === 'POST'
        ? { ...answer, status: 429, headers: { ...answer.headers, 'retry-after': '0' } }
        : undefined,
    )
    const report = await run({ target: withPassword() })
    expect(host.requests.filter((each) => each.method === 'POST')).toHaveLength(1)
    expect(report.endpoints.find((each) => each.name === 'auth.login')?.status).toBe('error')
  })

  test('with --write the account is afterwards as it was', async () => {
    host.plant(null)
    const state = async () => {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
      const read = async (path: string) =>
        (await emulator.fetch(`http://x.test/api/v1${path}`, { headers })).json()
      return JSON.stringify([
        await read('/customer/address/list'),
        await read('/customer/wish-list'),
        await read('/customer/order/list'),
      ])
    }
    const before = await state()
    const told: string[] = []
    await run({
      write: true,
      onProgress: (event) => event.kind === 'writing' && told.push(`${event.method} ${event.title}`),
    })
    expect(await state()).toBe(before)
    const sent = host.requests.filter((each) => each.method !== 'GET')
    expect(told).toHaveLength(sent.length)
  })

  test('an address that is saved without an id is found and removed again', async () => {
    host.plant((answer, { path }) =>
      path.endsWith('/address/add') && answer.status === 200
        ? { ...answer, body: Buffer.from('{"message":"successfully added!"}') }
        : undefined,
    )
    const report = await run({ write: true })
    expect(report.endpoints.flatMap((each) => each.findings)).toEqual([])
    expect(host.requests.some((each) => each.method === 'DELETE' && /address_id":\d/.test(each.body))).toBe(
      true,
    )
  })

  test('requests keep their distance', async () => {
    host.plant(null)
    await run({ spacing: 15, only: ['config', 'banners', 'categories'] })
    const took = (host.requests.at(-1)?.at ?? 0) - (host.requests[0]?.at ?? 0)
    // Arrivals jitter, and a timer may fire a millisecond early: the whole is what holds.
    expect(took).toBeGreaterThan(14 * (host.requests.length - 1) - 10)
  })

  test('a wait that the host asks for is kept, and the answer after it counts', async () => {
    let refused = 0
    host.plant((answer, { path }) =>
      path.endsWith('/banners') && refused++ === 0
        ? { ...answer, status: 429, headers: { ...answer.headers, 'retry-after': '1' } }
        : undefined,
    )
    const report = await run({ only: ['banners'] })
    expect(report.summary).toMatchObject({ exitCode: 0, pass: 1, requests: 2 })
    expect((host.requests[1]?.at ?? 0) - (host.requests[0]?.at ?? 0)).toBeGreaterThan(900)
  })

  test('a host that nobody answers at is left alone after a few tries', async () => {
    const report = await run({
      target: { origin: 'http://127.0.0.1:1', credentials: null, isEmulator: false },
    })
    expect(report.summary).toMatchObject({ exitCode: 4, pass: 0, requests: 3 })
  })

  test('a redirect elsewhere is not followed, a trailing slash on the same host is', async () => {
    const other = await startTestHost(emulator.fetch)
    host.plant((answer, { path }) => {
      if (path.startsWith('/api/v1/customer/order'))
        return { ...answer, status: 302, headers: { ...answer.headers, location: `${other.origin}${path}` } }
      if (path === '/api/v1/banners')
        return {
          ...answer,
          status: 301,
          headers: { ...answer.headers, location: `${host.origin}/api/v1/banners/` },
        }
      return undefined
    })
    const report = await run()
    await other.close()
    expect(other.requests).toEqual([])
    const found = report.endpoints.flatMap((each) => each.findings.map((one) => `${each.name} ${one.where}`))
    expect(found).toEqual(['orders.list $redirect'])
  })
})

test('a certificate that nobody trusts is told as such', async () => {
  const failing = () =>
    Promise.reject(
      Object.assign(new TypeError('fetch failed'), {
        cause: Object.assign(new Error('self-signed'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      }),
    )
  const target = {
    origin: 'https://x.test',
    fetch: failing as typeof fetch,
    credentials: null,
    isEmulator: false,
  }
  const report = await run({ target })
  expect(report.summary.exitCode).toBe(4)
  expect(report.endpoints.find((each) => each.name === 'config.get')?.reason).toContain(
    'certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)',
  )
})

describe('the other side', () => {
  const planted = (title: string) => {
    const mutation = MUTATIONS.find((each) => each.title === title)
    if (!mutation) throw new Error(`no mutation "${title}"`)
    return mutation
  }
  const bannersOf = async (mutation: ReturnType<typeof planted>, side: 'provider' | 'emulator' | 'both') => {
    const path = `/api/v1${mutation.at.split(' ')[1]}`
    const plantOn = (one: TestHost) =>
      one.plant((answer, request, handle) =>
        request.path.startsWith(path) ? mutation.mutate(answer, request, handle) : undefined,
      )
    const other = await startTestHost(emulator.fetch)
    host.plant(null)
    if (side !== 'emulator') plantOn(host)
    if (side !== 'provider') plantOn(other)
    const only = [mutation.endpoint]
    const twin = { origin: other.origin, credentials: { token }, isEmulator: true }
    const report = await run({ only, emulator: twin })
    await other.close()
    return report
  }

  test('tells who moved', async () => {
    const mutation = planted('null where none is allowed')
    const provider = await bannersOf(mutation, 'provider')
    expect(provider.endpoints[0]?.findings.map((each) => each.verdict)).toEqual(['provider drifted'])
    const both = await bannersOf(mutation, 'both')
    expect(both.endpoints[0]?.findings.map((each) => each.verdict)).toEqual(['schema wider than both'])
    const moved = await bannersOf(mutation, 'emulator')
    expect(moved.endpoints[0]?.findings).toEqual([])
    expect(moved.endpoints[0]?.emulator.map((each) => each.verdict)).toEqual(['emulator drifted'])
    expect(moved.summary.exitCode).toBe(6)
    const alone = await run({ only: ['banners'] })
    expect(alone.endpoints[0]?.evidence).toMatchObject({ kind: 'live', text: 'verified live now' })
  })
})

describe('secrets', () => {
  test('are in no output, even when the host echoes them everywhere', async () => {
    const { email = '', password = '' } = emulator.side.credentials ?? {}
    const phone = '+256700000001'
    const mine = [email, password, phone, phone.slice(1)]
    let given = ''
    host.plant((answer, { path, method }) => {
      if (path.endsWith('/auth/login')) given = JSON.parse(answer.body.toString()).token
      if (!path.startsWith('/api/v1/') || method === 'POST') return undefined
      const echoed = [...mine, given].join(' ')
      const headers = {
        ...answer.headers,
        'content-type': `text/${email}`,
        'cache-control': `public, max-age=99999, ${given}`,
      }
      if (path.endsWith('/banners'))
        return {
          ...answer,
          status: 302,
          headers: { ...headers, location: `https://x.test/${email}/${phone}?token=${given}` },
        }
      const body = JSON.parse(answer.body.toString())
      const first = Array.isArray(body) ? body[0] : body
      if (first)
        Object.assign(first, { [email]: echoed, [phone]: 1, [given]: echoed, [password]: echoed, id: echoed })
      if (path.includes('order/list'))
        changeAt(body, '$[].order_status', (_, owner, key) => void Object.assign(owner, { [key]: password }))
      return { ...answer, headers, body: Buffer.from(JSON.stringify(body)) }
    })
    const lines: string[] = []
    const report = await run({
      target: withPassword(),
      write: true,
      onProgress: (event) => lines.push(JSON.stringify(event)),
    })
    expect(report.summary.breaking).toBeGreaterThan(5)
    const outputs = [
      JSON.stringify(report),
      printTerminal(report),
      printJunit(report),
      printHtml(report),
      printMarkdown(report),
      lines.join(),
    ]
    for (const output of outputs) for (const secret of [...mine, given]) expect(output).not.toContain(secret)
  })
})

describe('a baseline', () => {
  const drifted = async (options: Partial<RunOptions> = {}) => {
    host.plant((answer, { path }) => (path.endsWith('/banners') ? { ...answer, status: 500 } : undefined))
    return run({ only: ['banners', 'config'], ...options })
  }
  const by = { reason: 'the host is being moved', owner: 'Ada', until: '2099-01-01', only: null }

  test('takes accepted drift out of the count until its day', async () => {
    const { baseline, added } = acceptReport({ accepted: [] }, await drifted(), by)
    expect(added).toBe(1)
    const report = await drifted({ baseline })
    expect(report.summary).toMatchObject({ exitCode: 0, accepted: 1, behaviour: 0 })
    const later = await drifted({ baseline, now: () => new Date('2100-01-01') })
    expect(later.summary).toMatchObject({ exitCode: 1, behaviour: 1 })
    expect(later.baseline).toMatchObject([
      { endpoint: 'banners.list', path: '$status', rule: 'status', problem: 'expired' },
    ])
  })

  test('fails with an entry that matches nothing any more, unless its endpoint was not judged', async () => {
    const { baseline } = acceptReport({ accepted: [] }, await drifted(), by)
    host.plant(null)
    const report = await run({ only: ['banners'], baseline })
    expect(report.summary.exitCode).toBe(1)
    expect(report.baseline).toMatchObject([{ problem: 'unused' }])
    expect((await run({ only: ['config'], baseline })).summary.exitCode).toBe(0)
  })
})

test('evidence grows old, and nothing verified is no success', async () => {
  host.plant(null)
  const first = await run({ now: () => new Date('2026-11-01T00:00:00Z') })
  const nobody = { origin: host.origin, credentials: null, isEmulator: false }
  const later = await run({
    target: nobody,
    only: ['customer'],
    previous: first,
    now: () => new Date('2026-11-13T00:00:00Z'),
  })
  expect(later.endpoints[0]).toMatchObject({
    status: 'skipped',
    evidence: { kind: 'earlier', days: 12, text: '12 days ago' },
  })
  expect(later.summary.exitCode).toBe(5)
})

describe('a drift report', () => {
  // Bytes that no JSON can hold are not replayed; of the rest every third, for the time it takes.
  const roundTrips = MUTATIONS.filter(
    ({ run: how, expect: wanted, title }) =>
      !how && wanted !== 'error' && !/megabytes|encoding|UTF-8|cut inside|levels/.test(title),
  ).filter((_, at) => at % 3 === 0)

  test('is answered by the emulator as the host had drifted', async () => {
    for (const mutation of roundTrips) {
      const [, path = ''] = mutation.at.split(' ')
      const at = new RegExp(`^(/api/v1)?${path}${path.endsWith('/') ? '' : '(\\?|$)'}`)
      host.plant((answer, request, handle) =>
        at.test(request.path)
          ? mutation.mutate(answer, request, (more) =>
              handle(more.authorization ? { authorization: `Bearer ${token}` } : more),
            )
          : undefined,
      )
      const report = await run()
      const replayed = await startReplay(report, 0)
      const again = await run({
        target: {
          origin: replayed.origin,
          credentials: { token: await replayed.token() },
          isEmulator: false,
        },
      })
      await replayed.close()
      const keys = ({ endpoints }: Report) =>
        endpoints
          .flatMap((each) => each.findings.map((one) => `${each.name} ${one.class} ${one.rule} ${one.where}`))
          .sort()
      expect([mutation.title, keys(again)]).toEqual([mutation.title, keys(report)])
    }
  }, 60_000)
})

/** `/api/v1/products/details/7` -> `/api/v1/products/details/*`. */
function pathShape(path: string): string {
  return (path.split('?')[0] ?? '').replace(/\/\d+$/, '/*').replace(/[^/]+\.\w+$/, '*')
}
