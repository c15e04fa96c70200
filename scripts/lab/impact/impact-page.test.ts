import { expect, test } from 'vitest'
import { impactPage, summarize } from './impact-page.ts'
import type { FindingImpact } from './verdict.ts'

const impact = (verdict: FindingImpact['verdict'], title: string): FindingImpact => ({
  title,
  class: 'breaking',
  verdict,
  screens: [
    {
      screen: 'product',
      verdict,
      changes: verdict === 'unharmed' ? [] : [{ verdict, text: `<b>${title}</b>` }],
      images: { healthy: Buffer.from('a'), drifted: Buffer.from('b') },
    },
  ],
})

test('shows the worst finding first, with inline images, escaped text and no scripts', () => {
  const page = impactPage('https://host.example', '2026-11-20T09:00:00.000Z', [
    impact('degraded', 'the mild one'),
    impact('unsafe', 'the bad one'),
    impact('unharmed', 'the quiet one'),
  ])
  const headings = [...page.matchAll(/<h2>.*?<\/span> (.*?)<\/h2>/g)].map(([, title]) => title)
  expect(headings).toEqual(['the bad one', 'the mild one', 'the quiet one'])
  expect(page).toContain('data:image/jpeg;base64,')
  expect(page).not.toMatch(/<script|<b>|https?:\/\/(?!host\.example)/)
})

test('the summary counts findings by verdict', () => {
  expect(summarize([impact('unsafe', 'a'), impact('degraded', 'b'), impact('degraded', 'c')])).toBe(
    'Of 3 findings: 1 unsafe, 2 degraded.',
  )
  expect(summarize([])).toBe('No finding in the report can affect a screen.')
})
