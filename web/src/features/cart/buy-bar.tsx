import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatPrice } from '../../domain/money.ts'

type Props = {
  /** Shillings. */
  price: number | null
  /** The button that adds to the cart. */
  children: ReactNode
}

type Size = { minWidth: number; minHeight: number }

/**
 * Keeps a button in reach on phones: where its place is out of sight, the button itself is in a bar at the foot of the
 * screen, beside the price. It is the same button, so there is one of its name and it keeps the focus.
 */
export function BuyBar({ price, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  // The size of the place while the button is away; null while it is there.
  const [size, setSize] = useState<Size | null>(null)

  // The browser tells in time for the next frame; measuring it in this one would lay the page out an extra time.
  useEffect(() => {
    const element = place.current
    if (!element || typeof IntersectionObserver !== 'function') return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setSize(entry.isIntersecting ? null : sizeOf(entry.boundingClientRect))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={place} className="buy-place" style={size ?? undefined}>
      {/* The bar's price is drawn by the style sheet: the page has it as text already. */}
      <div className={size ? 'buy-bar' : undefined} data-price={formatPrice(price)}>
        {children}
      </div>
    </div>
  )
}

const sizeOf = ({ width, height }: DOMRectReadOnly): Size => ({ minWidth: width, minHeight: height })
