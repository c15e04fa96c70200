import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderConsole } from '../../test/render-console.tsx'

const driftReport = {
  target: 'https://host.example',
  startedAt: '2026-11-20T09:00:00Z',
  endpoints: [
    {
      name: 'config.get',
      method: 'GET',
      path: '/config',
      status: 'drift',
      evidence: { kind: 'live', text: 'verified live now' },
      findings: [
        {
          class: 'breaking',
          where: '$.country',
          expected: 'text',
          actual: 'nothing',
          verdict: 'provider drifted',
          rule: 'missing',
          count: 1,
          case: 'a case',
          curl: 'curl',
        },
      ],
    },
  ],
}
test('loads a drift report from a file, shows its findings, and clears it', async () => {
  const { user, emulator } = await renderConsole('#/drift')
  expect(await screen.findByText('No drift.')).toBeVisible()
  const field = screen.getByLabelText('Report from the contract command')
  await user.upload(field, new File(['no json'], 'notes.json', { type: 'application/json' }))
  expect(await screen.findByText(/notes\.json is not valid JSON/)).toBeVisible()
  await user.upload(
    field,
    new File([JSON.stringify(driftReport)], 'report.json', { type: 'application/json' }),
  )
  expect(await screen.findByText('GET /config')).toBeVisible()
  expect(screen.getByText('$.country').closest('li')).toHaveTextContent('$.country text became nothing')
  expect(await emulator.client()('GET /config')).not.toHaveProperty('country')
  await user.click(screen.getByRole('button', { name: 'Stop reproducing' }))
  expect(await screen.findByText('No drift.')).toBeVisible()
  expect(await emulator.client()('GET /config')).toHaveProperty('country')
})

test('refuses a file that is not a report, with the reason', async () => {
  const { user } = await renderConsole('#/drift')
  const field = await screen.findByLabelText('Report from the contract command')
  await user.upload(field, new File(['{"hello": 1}'], 'hello.json', { type: 'application/json' }))
  expect(await screen.findByText(/This is not a drift report/)).toBeVisible()
})
