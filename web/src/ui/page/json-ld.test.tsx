import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { JsonLd } from './json-ld.tsx'

test('a name in structured data cannot end its script element', () => {
  const data = { name: '</script><script>alert(1)</script>' }
  const { container } = render(<JsonLd data={data} />)
  const text = container.querySelector('script[type="application/ld+json"]')?.textContent ?? ''
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual(data)
})
