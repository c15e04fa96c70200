import { useEffect } from 'react'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { keepFocus } from './keep-focus.ts'

/** What a page needs from the first tap, key or toast on. @param props.tapped the control that was tapped; null for a key */
export function AfterFirstInput({ tapped }: { tapped: Element | null }) {
  useEffect(() => keepFocus(tapped ?? document.activeElement), [tapped])
  return <Toaster />
}
