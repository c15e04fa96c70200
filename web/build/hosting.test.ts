import { expect, test } from 'vitest'
import { exampleOf, routes } from '../src/app/routes.tsx'
import { readEnv } from '../src/config/read-env.ts'
import { headersFile, hostingOf, redirectsFile } from './hosting.ts'
import { nginxConf } from './nginx-conf.ts'

const pages = routes.map((route) => ({ ...route, example: exampleOf(route) }))

const hosting = hostingOf(
  ['<style>a{}</style>'],
  pages,
  readEnv({ VITE_POLICY_REPORTS: 'https://reports.example/csp' }, false),
)

const examplePaths = pages
  .filter(({ name }) => name !== 'not-found')
  .map(({ example }) => example.replace(/\?.*/, ''))

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

test('serves pages that were not prerendered from the page without data', () => {
  expect(redirectsFile(hosting)).toBe(
    '/categories/* /shells/category 200\n/product-details/* /shells/product 200\n/authors/* /shells/author 200\n',
  )
})

test('writes all pages and the policy into the file for nginx', () => {
  const text = nginxConf(hosting)
  const prefixes = hosting.prefixes.flatMap(({ prefix, shell }) => [prefix, shell])
  for (const part of ["default-src 'none'", ...hosting.routes, ...prefixes]) expect(text).toContain(part)
})
