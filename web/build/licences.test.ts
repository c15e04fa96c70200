import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { formatLicences } from './licences.ts'

test('contains the licences of scripts, style sheets, fonts and the service worker', () => {
  const text = formatLicences(resolve(import.meta.dirname, '..'))
  for (const part of [
    /^react 19[\s\S]*?Meta Platforms/m,
    /^leaflet 1[\s\S]*?BSD-2-Clause/m,
    /^bootstrap 5/m,
    /^dompurify 3/m,
    /^react-leaflet 5[\s\S]*?Hippocratic License/m,
    /^@fontsource-variable\/figtree 5[\s\S]*?SIL OPEN FONT LICENSE/im,
    /^@fontsource\/young-serif 5/m,
    /^workbox-strategies 7/m,
  ])
    expect(text).toMatch(part)
  expect(text).not.toMatch(/^(?:contracts|mock-server) /m)
})
