import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { MouseEvent } from 'react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { setDataSaver } from '../../platform/data-saver.ts'
import { HydrationContext } from '../../platform/hydration.ts'
import { locationOf } from '../../platform/location.ts'
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

describe('with the data saver on', () => {
  test('the first tap on a cover loads its image, and the keyboard follows the link', () => {
    setDataSaver(true)
    const onFollow = vi.fn((event: MouseEvent) => event.preventDefault())
    render(
      <a href="/product-details/7" onClick={onFollow}>
        <ProductImage file="a.webp" name="Atlas" />
      </a>,
    )
    const cover = screen.getByRole('img', { name: 'Atlas' })
    expect(cover).toHaveTextContent('Show')
    fireEvent.click(cover, { detail: 0 })
    expect(onFollow).toHaveBeenCalledTimes(1)
    expect(image()).toBe(cover)
    fireEvent.click(cover, { detail: 1 })
    expect(image()).toHaveAttribute('src', '/product/a.webp')
    expect(onFollow).toHaveBeenCalledTimes(1)
    fireEvent.click(image(), { detail: 1 })
    expect(onFollow).toHaveBeenCalledTimes(2)
  })

  test('an image loads if the shopper has requested it, and a missing one is not offered', () => {
    setDataSaver(true)
    const { rerender } = render(<ProductImage file="a.webp" name="Atlas" isRequested />)
    expect(image()).toHaveAttribute('src', '/product/a.webp')
    fireEvent.error(image())
    fireEvent.error(image())
    rerender(<ProductImage file="a.webp" name="Atlas" />)
    expect(screen.getByText('No Image')).toBeInTheDocument()
  })
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

  /** Waits for the module that learns the folder, which is loaded on demand. */
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

describe('in browsers that observe the viewport', () => {
  type Observed = { margin: string | undefined; targets: Set<Element>; show: (image: Element) => void }

  /** Loads the module anew, as on the first page of a visit. @returns the page's observers */
  async function startVisit() {
    const observers: Observed[] = []
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly targets = new Set<Element>()
        constructor(report: IntersectionObserverCallback, { rootMargin }: IntersectionObserverInit) {
          const show = (target: Element) => {
            const entries = [...this.targets].map((each) => ({
              target: each,
              isIntersecting: each === target,
            }))
            act(() => report(entries as IntersectionObserverEntry[], this as unknown as IntersectionObserver))
          }
          observers.push({ margin: rootMargin, targets: this.targets, show })
        }
        observe = (target: Element) => this.targets.add(target)
        unobserve = (target: Element) => this.targets.delete(target)
        disconnect = () => this.targets.clear()
      },
    )
    onTestFinished(() => void vi.stubGlobal('IntersectionObserver', undefined))
    vi.resetModules()
    return { observers, Image: (await import('./product-image.tsx')).ProductImage }
  }

  const isHeld = (name: string) => screen.getByRole('img', { name }).classList.contains('image-held')
  const frameOf = (name: string) => screen.getByRole('img', { name }).parentElement as Element

  test('loads images near the viewport, those above the fold, and all after the first scroll', async () => {
    const { Image, observers } = await startVisit()
    const { unmount } = render(
      <>
        <Image file="a.webp" name="Above" eager />
        <Image file="b.webp" name="Near" />
        <Image file="c.webp" name="Far" />
        <Image file="d.webp" name="Similar" isSecondary />
      </>,
    )
    expect(['Above', 'Near', 'Far', 'Similar'].map(isHeld)).toEqual([false, true, true, true])
    const [first, secondary] = observers
    expect(observers.map(({ margin }) => margin)).toEqual(['100px', '50%'])
    first?.show(frameOf('Near'))
    expect(['Near', 'Far', 'Similar'].map(isHeld)).toEqual([false, true, true])
    expect([...(first?.targets ?? [])]).toEqual([frameOf('Far')])
    await act(async () => void window.dispatchEvent(new Event('scroll')))
    expect(['Far', 'Similar'].map(isHeld)).toEqual([false, true])
    expect(first?.targets.size).toBe(0)
    secondary?.show(frameOf('Similar'))
    expect(isHeld('Similar')).toBe(false)
    unmount()
    render(<Image file="e.webp" name="Later" />)
    expect(isHeld('Later')).toBe(false)
    render(<Image file="f.webp" name="Left" isSecondary />).unmount()
    expect(secondary?.targets.size).toBe(0)
  })

  test('loads all images three seconds after the page, and secondary ones ten seconds after it', async () => {
    vi.useFakeTimers()
    const { Image } = await startVisit()
    render(
      <>
        <Image file="a.webp" name="Far" />
        <Image file="b.webp" name="Similar" isSecondary />
      </>,
    )
    const passed = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await passed(20_000)
    expect(['Far', 'Similar'].map(isHeld)).toEqual([true, true])
    window.dispatchEvent(new Event('load'))
    await passed(2_999)
    expect(isHeld('Far')).toBe(true)
    await passed(1)
    expect(isHeld('Far')).toBe(false)
    await passed(6_999)
    expect(isHeld('Similar')).toBe(true)
    await passed(1)
    expect(isHeld('Similar')).toBe(false)
  })
})

test('the main image of a document that failed before hydration is replaced, and no other', () => {
  const load = (isComplete: boolean, width: number) => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(isComplete)
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width)
    const { unmount } = render(
      <HydrationContext value={locationOf('/')}>
        <ProductImage file="a.webp" name="Atlas" eager="first" />
        <ProductImage file="a.webp" name="Next" eager />
      </HydrationContext>,
    )
    const images = screen.getAllByRole('img')
    const urls = images.map((each) => each.getAttribute('src'))
    const looks = images.map((each) => each.className)
    unmount()
    return [urls, looks]
  }
  const loaded = [
    ['/product/a.webp', '/product/a.webp'],
    ['', 'image-lazy'],
  ]
  expect(load(true, 0)).toEqual([['/storage/product/a.webp', '/product/a.webp'], loaded[1]])
  expect(load(false, 0)).toEqual(loaded)
  expect(load(true, 300)).toEqual(loaded)
})

test('the main image loads first, others above the fold with the page, and the rest late', () => {
  render(
    <>
      <ProductImage file="a.webp" name="First" eager="first" />
      <ProductImage file="a.webp" name="Above" eager />
      <ProductImage file="a.webp" name="Rest" />
    </>,
  )
  const attributes = ['loading', 'fetchpriority', 'decoding']
  const values = screen.getAllByRole('img').map((each) => attributes.map((name) => each.getAttribute(name)))
  expect(values).toEqual([
    ['eager', 'high', null],
    ['lazy', null, 'auto'],
    ['lazy', null, 'async'],
  ])
})

test('the cover of a name next to the image is hidden from screen readers, and always the same', () => {
  setDataSaver(true)
  onTestFinished(() => setDataSaver(false))
  const coverOf = (name: string) => {
    const { container, unmount } = render(<ProductImage file="a.webp" name={name} alt="" />)
    const cover = container.querySelector('[data-name]')
    expect([cover?.getAttribute('aria-hidden'), cover?.getAttribute('role')]).toEqual(['true', null])
    unmount()
    return /cover-\d+/.exec(cover?.className ?? '')?.[0]
  }
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
  const covers = names.map(coverOf)
  expect(new Set(covers).size).toBe(6)
  expect([...covers].sort()[0]).toBe('cover-0')
  expect(names.map(coverOf)).toEqual(covers)
})
