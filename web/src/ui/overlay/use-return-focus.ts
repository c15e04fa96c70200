import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Returns the focus to the opener when an overlay starts to close, unless it has moved already. The library returns
 * the focus only after its transition, so keys typed in the meantime would be lost.
 * @returns the value for the library's own focus option
 */
export function useReturnFocus(isOpen: boolean): { enforceFocus: boolean; restoreFocus: false } {
  const opener = useRef<Element | null>(null)
  // Read during render, before the overlay takes the focus in an effect.
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
