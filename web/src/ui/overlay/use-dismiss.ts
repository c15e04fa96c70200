import { type RefObject, useEffect, useRef } from 'react'

/** Closes an element on a click outside, when the focus leaves, and on Esc, which returns the focus to `opener`. */
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
    const onTap = (event: PointerEvent) => {
      if (outside(event.target)) close.current()
    }
    // trap: removing the focused row moves the focus to `body`; this is not a blur.
    const onLeave = (event: FocusEvent) => {
      if (outside(event.relatedTarget)) close.current()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close.current()
      opener.current?.focus()
    }
    document.addEventListener('pointerdown', onTap)
    document.addEventListener('keydown', onKey)
    box.addEventListener('focusout', onLeave)
    return () => {
      document.removeEventListener('pointerdown', onTap)
      document.removeEventListener('keydown', onKey)
      box.removeEventListener('focusout', onLeave)
    }
  }, [open, root, opener])
}
