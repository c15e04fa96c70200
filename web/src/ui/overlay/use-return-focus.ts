import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * When an overlay begins to close, the focus goes back to what opened it, unless it has moved on by then. The overlay's
 * own way does so after its transition: keys that were typed into a field meanwhile would go elsewhere.
 * @returns what the overlay's own handling of the focus is set to
 */
export function useReturnFocus(isOpen: boolean): { enforceFocus: boolean; restoreFocus: false } {
  const opener = useRef<Element | null>(null)
  // Before the overlay takes the focus, which it does in an effect.
  useLayoutEffect(() => {
    if (isOpen) opener.current = document.activeElement
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    return () => {
      const { activeElement } = document
      const isInOverlay = activeElement?.closest('[role="dialog"]')
      if ((isInOverlay || activeElement === document.body) && opener.current instanceof HTMLElement)
        opener.current.focus()
    }
  }, [isOpen])
  return { enforceFocus: isOpen, restoreFocus: false }
}
