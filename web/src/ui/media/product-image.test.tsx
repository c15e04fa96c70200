import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ProductImage } from './product-image.tsx'

const image = () => screen.getByRole('img', { name: 'Atlas' })

test('loads from the product folder, then the storage folder, then draws a cover', () => {
  render(<ProductImage file="a b.webp" name="Atlas" />)
  expect(image()).toHaveAttribute('src', '/product/a%20b.webp')
  fireEvent.error(image())
  expect(image()).toHaveAttribute('src', '/storage/product/a%20b.webp')
  fireEvent.error(image())
  expect(screen.getByText('No Image')).toBeInTheDocument()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

test('loads default.png without a file name', () => {
  render(<ProductImage file={null} name="Atlas" />)
  expect(image()).toHaveAttribute('src', '/product/default.png')
})

test('starts again for a different file', () => {
  const { rerender } = render(<ProductImage file="a.webp" name="Atlas" />)
  fireEvent.error(image())
  rerender(<ProductImage file="b.webp" name="Atlas" />)
  expect(image()).toHaveAttribute('src', '/product/b.webp')
})

describe('a host whose images are in the storage folder only', () => {
  /** Renders an image that fails in the first place and loads from the second. */
  async function loadFromSecond(file: string) {
    const { unmount } = render(<ProductImage file={file} name="Atlas" />)
    fireEvent.error(image())
    fireEvent.load(image())
    unmount()
    await learned()
  }

  /** The module that learns the folder is loaded on demand. */
  const learned = () => vi.dynamicImportSettled()

  const firstRequested = () => {
    const { unmount } = render(<ProductImage file="next.webp" name="Atlas" />)
    const url = image().getAttribute('src')
    unmount()
    return url
  }

  test('is requested there first after three images in a row, for a day', async () => {
    for (const file of ['a.webp', 'b.webp']) await loadFromSecond(file)
    expect(firstRequested()).toBe('/product/next.webp')
    await loadFromSecond('c.webp')
    expect(firstRequested()).toBe('/storage/product/next.webp')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    expect(firstRequested()).toBe('/product/next.webp')
  })

  test('falls back to the product folder, and is requested there first again after three such images', async () => {
    for (const file of ['a.webp', 'b.webp', 'c.webp']) await loadFromSecond(file)
    render(<ProductImage file="d.webp" name="Atlas" />)
    fireEvent.error(image())
    expect(image()).toHaveAttribute('src', '/product/d.webp')
    cleanup()
    for (const file of ['a.webp', 'b.webp', 'c.webp']) await loadFromSecond(file)
    expect(firstRequested()).toBe('/product/next.webp')
  })

  test('is not assumed if an image in between loads from the product folder', async () => {
    for (const file of ['a.webp', 'b.webp']) await loadFromSecond(file)
    render(<ProductImage file="d.webp" name="Atlas" />)
    fireEvent.load(image())
    cleanup()
    await learned()
    await loadFromSecond('c.webp')
    expect(firstRequested()).toBe('/product/next.webp')
  })

  test('is requested there only for its own images: another host starts over', () => {
    localStorage.setItem(
      'hostTraits',
      JSON.stringify({ host: 'https://other.example', storedImagesAt: Date.now() }),
    )
    expect(firstRequested()).toBe('/product/next.webp')
  })
})
