import { useEffect } from 'react'
import { recordAction, Toaster } from '../ui/feedback/toaster.tsx'
import { keepFocus } from './keep-focus.ts'

/** What a page needs from the first tap, key or toast on. @param props.event the event that loaded this code */
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
