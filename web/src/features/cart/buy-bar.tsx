import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatPrice } from '../../domain/money.ts'

type Props = {
  price: number | null
  /** The button that adds to the cart. */
  children: ReactNode
}

type Size = { minWidth: number; minHeight: number }

/**
 * Keeps a button visible on phones. Once it has scrolled out of view, it moves into a bar at the bottom of the
 * screen, next to the price. It stays the same element, so it keeps the focus and its name is unique.
 */
export function BuyBar({ price, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  // The size of the empty space while the button is in the bar; null otherwise.
  const [size, setSize] = useState<Size | null>(null)

  // The observer reports in time for the next frame. Measuring here would force an extra layout.
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
      {/* The style sheet draws the bar's price, because the page already has it as text. */}
      <div className={size ? 'buy-bar' : undefined} data-price={formatPrice(price)}>
        {children}
      </div>
    </div>
  )
}

const sizeOf = ({ width, height }: DOMRectReadOnly): Size => ({ minWidth: width, minHeight: height })
