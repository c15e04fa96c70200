import type { within } from '@testing-library/react'
import { expect } from 'vitest'

/** Expects a link for each URL of the brand, and none where the brand has no URL (''). */
export function expectBrandLinks(
  region: Pick<ReturnType<typeof within>, 'getByRole' | 'queryByRole'>,
  urls: Readonly<Record<string, string>>,
): void {
  for (const [name, url] of Object.entries(urls))
    if (url === '') expect(region.queryByRole('link', { name }), name).toBeNull()
    else expect(region.getByRole('link', { name }), name).toHaveAttribute('href', url)
}
