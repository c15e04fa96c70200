import { expect, test } from 'vitest'
import { exampleOf, pages } from '../src/boot/pages.ts'
import { readEnv } from '../src/config/read-env.ts'
import { headersFile, hostingOf, redirectsFile } from './hosting.ts'
import { nginxConf } from './nginx-conf.ts'

const hosting = hostingOf(
  ['<style>a{}</style>'],
  pages.map(({ pattern }) => pattern),
  readEnv({ VITE_POLICY_REPORTS: 'https://reports.example/csp' }, false),
)

const examplePaths = pages
  .filter(({ name }) => name !== 'not-found')
  .map((page) => exampleOf(page).replace(/\?.*/, ''))

test('sets the policy for every page, and each header in only one rule per path', () => {
  const rules = headersFile(hosting)
    .split(/^(?=\/)/m)
    .map((rule) => {
      const [path = '', ...headers] = rule.trim().split('\n')
      return { path, names: headers.map((line) => line.trim().split(':')[0] ?? '') }
    })
  for (const examplePath of examplePaths) {
    const names = rules
      .filter(({ path }) =>
        path.endsWith('*') ? examplePath.startsWith(path.slice(0, -1)) : examplePath === path,
      )
      .flatMap(({ names }) => names)
    expect(names, examplePath).toEqual([...new Set(names)])
    expect(names, examplePath).toEqual(expect.arrayContaining(['Content-Security-Policy']))
  }
})

test('sets the policy for the HTML file of a page too', () => {
  const file = headersFile(hosting)
  for (const path of ['/index.html', '/about-us.html'])
    expect(file).toContain(`\n${path}\n  Content-Security-Policy: default-src 'none'`)
})

test('allows only the payment provider to request payments inside a frame', () => {
  const { common } = hostingOf(
    [],
    [],
    readEnv({ VITE_PAYMENT_SCRIPT: 'https://checkout.flutterwave.com/v3.js' }, false),
  )
  expect(common['Permissions-Policy']).toContain('payment=(self "https://checkout.flutterwave.com" ')
  expect(common['Permissions-Policy']).not.toContain('*,')
  expect(hosting.common['Permissions-Policy']).toContain('payment=(self), ')
})

test('adds an index.html rule only for pages without a file', () => {
  const files = new Set(['/about-us.html', '/product-details/'])
  const rules = redirectsFile(hosting, (path) => files.has(path))
  expect(rules).toContain('/shop /index.html 200\n')
  expect(rules).not.toMatch(/about-us|product-details|^\/ /m)
  expect(redirectsFile(hosting, () => false)).toContain('/product-details/* /index.html 200\n')
})

test('writes all pages and the policy into the file for nginx', () => {
  const text = nginxConf(hosting)
  for (const part of ["default-src 'none'", ...hosting.routes, ...hosting.prefixes])
    expect(text).toContain(part)
})
