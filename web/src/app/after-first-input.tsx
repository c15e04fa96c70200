import { useEffect } from 'react'
import { recordAction, Toaster } from '../ui/feedback/toaster.tsx'
import { keepFocus } from './keep-focus.ts'

/**
 * Renders toasts, and keeps the focus if its element is removed.
 * @param props.event the tap, key or toast that loaded this code
 */
export function AfterFirstInput({ event }: { event: Event }) {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    recordAction(event)
    window.addEventListener('pointerdown', recordAction, { capture: true, signal })
    window.addEventListener('keydown', recordAction, { capture: true, signal })
    const tapped = event.type === 'pointerdown' && (event.target as Element).closest('a, button, summary')
    const stopKeeping = keepFocus(tapped || document.activeElement)
    return () => {
      listening.abort()
      stopKeeping()
    }
  }, [event])
  return <Toaster />
}
