import { type RefObject, useEffect, useRef } from 'react'

/**
 * Closes what is open when the shopper goes elsewhere: a press outside, the focus leaving, Esc, which gives the
 * focus back to `opener`.
 */
export function useDismiss(
  open: boolean,
  root: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const box = root.current
    if (!open || !box) return
    const outside = (target: EventTarget | null) => target instanceof Node && !box.contains(target)
    const onPress = (event: PointerEvent) => {
      if (outside(event.target)) close.current()
    }
    // trap: a line that is removed takes the focus with it, to nowhere: that is no leaving.
    const onLeave = (event: FocusEvent) => {
      if (outside(event.relatedTarget)) close.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close.current()
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    box.addEventListener('focusout', onLeave)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
      box.removeEventListener('focusout', onLeave)
    }
  }, [open, root, opener])
}
