import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../../test/test-app.ts'

test('image URLs and redirects begin with the https origin of a proxy', async () => {
  const proxied = await createTestApp({ publicUrl: 'https://shop.example/' })
  onTestFinished(() => proxied.close())
  const categories = await (await proxied.fetch('http://localhost/api/v1/categories')).text()
  expect(categories).toContain('https://shop.example/')
  expect(categories).not.toContain('http://')
  const redirect = await proxied.fetch('http://localhost/api/v1/customer/info', { redirect: 'manual' })
  expect(redirect.headers.get('location') ?? '').toMatch(/^https:\/\/shop\.example\//)
})
