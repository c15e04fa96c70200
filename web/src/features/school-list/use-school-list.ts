import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { decodeList, encodeList, type SchoolList } from './list-link.ts'

export type OpenList = {
  /** 'none' if the URL doesn't contain a list, 'broken' if the list can't be decoded. */
  list: SchoolList | 'reading' | 'none' | 'broken'
  /** The fragment of the list's link. */
  fragment: string
  change: (next: SchoolList) => void
}

/** Returns the list in the page's URL. Changes update the URL immediately, so that they survive a reload. */
export function useSchoolList(): OpenList {
  const { hash } = useLocation()
  const [list, setList] = useState<OpenList['list']>('reading')
  const [fragment, setFragment] = useState('')
  const latest = useRef<SchoolList | null>(null)

  useEffect(() => {
    let isCurrent = true
    const read = async (text: string) => {
      const found = text.length < 2 ? 'none' : ((await decodeList(text)) ?? 'broken')
      if (!isCurrent) return
      setList(found)
      setFragment(text.slice(1))
    }
    void read(hash)
    // Pasting the URL of a different list fires only hashchange.
    const onHash = () => void read(window.location.hash)
    window.addEventListener('hashchange', onHash)
    return () => {
      isCurrent = false
      window.removeEventListener('hashchange', onHash)
    }
  }, [hash])

  const change = (next: SchoolList) => {
    setList(next)
    latest.current = next
    void encodeList(next).then((encoded) => {
      // A later change has replaced this one.
      if (latest.current !== next) return
      window.history.replaceState(window.history.state, '', `#${encoded}`)
      setFragment(encoded)
    })
  }
  return { list, fragment, change }
}
