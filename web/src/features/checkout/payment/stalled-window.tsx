import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import '../checkout.scss'

/**
 * A way out of a payment window that didn't open or doesn't respond. Shown above the provider's window, which covers the
 * page.
 */
export function StalledWindow({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Older browsers show it below a window that covers the page.
    bar.current?.showPopover?.()
  }, [])
  if (!isOpen) return null
  return createPortal(
    <div ref={bar} popover="manual" className="pay-stalled" role="alert">
      <p>Has the payment window not opened? Close it, then check your payment with Place Order.</p>
      <button type="button" className="btn btn-primary" onClick={onClose}>
        Close the payment window
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={() => setOpen(false)}>
        It's open
      </button>
    </div>,
    document.body,
  )
}
