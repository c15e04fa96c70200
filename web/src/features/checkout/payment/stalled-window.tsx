import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

const isFrameInFocus = (): boolean => document.activeElement?.tagName === 'IFRAME'

/**
 * A way out of a payment window that didn't open or doesn't respond. Shown above the vendor's window, which covers the
 * page.
 */
export function StalledWindow({ onClose }: { onClose: () => void }) {
  // A shopper who uses the vendor's window has its frame in focus, and the bar would cover its buttons.
  const [isOpen, setOpen] = useState(() => !isFrameInFocus())
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Older browsers show it below a window that covers the page.
    bar.current?.showPopover?.()
    // The frame has the focus only after the event.
    const hide = () => setTimeout(() => isFrameInFocus() && setOpen(false))
    window.addEventListener('blur', hide)
    return () => window.removeEventListener('blur', hide)
  }, [])
  if (!isOpen) return null
  return createPortal(
    <div ref={bar} popover="manual" className="pay-stalled" role="alert">
      <p>Has the payment window not opened? Close it, then check your payment with Place Order.</p>
      <button type="button" className="btn btn-primary" onClick={() => setOpen(false)}>
        It's open
      </button>
      <button type="button" className="btn btn-outline-secondary" onClick={onClose}>
        Close the payment window
      </button>
    </div>,
    document.body,
  )
}
