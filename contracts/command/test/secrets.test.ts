import { expect, test } from 'vitest'
import { formatTerminal } from '../../harness/report/format-terminal.ts'
import { FORMATTERS } from '../../harness/report/formatters.ts'
import { shownParts } from '../../test/secret-parts.ts'
import { startTestRun } from './test-run.ts'

const testRun = await startTestRun()

test('secrets do not appear in any output, even if the host echoes them everywhere', async () => {
  const { email = '', password = '' } = testRun.emulator.host.credentials ?? {}
  const phone = '+256700000001'
  const mine = [email, password, phone, phone.slice(1)]
  let given = ''
  testRun.host.plant((response, { path, method }) => {
    if (path.endsWith('/auth/login')) given = JSON.parse(response.body.toString()).token
    if (!path.startsWith('/api/v1/') || method === 'POST') return undefined
    const echoed = [...mine, given].join(' ')
    const headers = {
      ...response.headers,
      'content-type': `text/${'x/'.repeat(33)}${email}`,
      'cache-control': `public, max-age=99999, ${given}`,
    }
    if (path.endsWith('/banners'))
      return {
        ...response,
        status: 302,
        headers: {
          ...headers,
          location: `https://x.test/${'x/'.repeat(47)}${email}/${phone}?token=${given}`,
        },
      }
    const body = JSON.parse(response.body.toString())
    const first = Array.isArray(body) ? body[0] : body
    if (first)
      Object.assign(first, {
        [email]: echoed,
        [phone]: 1,
        [given]: echoed,
        [password]: echoed,
        [`${'x'.repeat(48)} ${email}`]: 1,
        id: echoed,
      })
    if (path.includes('order/list')) for (const order of body) order.order_status = password
    return { ...response, headers, body: Buffer.from(JSON.stringify(body)) }
  })
  const lines: string[] = []
  const report = await testRun.run({
    target: testRun.withPassword(),
    write: true,
    onProgress: (event) => lines.push(JSON.stringify(event)),
  })
  expect(report.summary.breaking).toBeGreaterThan(5)
  const outputs = [
    formatTerminal(report),
    ...Object.values(FORMATTERS).map((print) => print(report)),
    lines.join(),
  ]
  for (const output of outputs)
    for (const secret of [...mine, given]) expect(shownParts(output, secret, 9)).toEqual([])
})
