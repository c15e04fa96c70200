import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { HEADER_FILE, readHeaderRules } from './header-rules.ts'

let folder: string
let app: TestApp | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kitabo-headers-'))
})
afterEach(async () => {
  await app?.close()
  app = undefined
  rmSync(folder, { recursive: true })
})

const RULES = `/*
  X-Content-Type-Options: nosniff
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/
  Content-Security-Policy: default-src 'none'; script-src 'self'
`

test('all rules that match a path apply', () => {
  writeFileSync(join(folder, HEADER_FILE), RULES)
  const headersOf = readHeaderRules(folder)
  expect(headersOf('/assets/a.js').map(([name]) => name)).toEqual(['x-content-type-options', 'cache-control'])
  expect(headersOf('/')).toEqual([
    ['x-content-type-options', 'nosniff'],
    ['content-security-policy', "default-src 'none'; script-src 'self'"],
  ])
})

test('a folder without the file sets no headers', () => {
  expect(readHeaderRules(folder)('/')).toEqual([])
})

test('every page of a built shop has the policy of its build, and the rules file is not served', async () => {
  writeFileSync(join(folder, HEADER_FILE), RULES)
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *')
  for (const page of ['index.html', 'about-us.html']) writeFileSync(join(folder, page), '<title>x</title>')
  app = await createTestApp({ shop: folder })
  for (const url of ['/', '/shop', '/about-us', '/about-us.html', '/index.html']) {
    const { headers } = await app.app.inject({ url })
    expect(headers['content-security-policy'], url).toBe("default-src 'none'; script-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  const robots = await app.app.inject({ url: '/robots.txt' })
  expect(robots.headers['x-content-type-options']).toBe('nosniff')
  expect(robots.headers['content-security-policy']).toBeUndefined()
  const rules = await app.app.inject({ url: `/${HEADER_FILE}` })
  expect(rules.body).not.toContain('nosniff')
})
