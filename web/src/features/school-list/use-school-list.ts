import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { decodeList, encodeList, type SchoolList } from './list-link.ts'

export type OpenList = {
  /** 'none' without a list in the address, 'broken' where what is there cannot be read. */
  list: SchoolList | 'reading' | 'none' | 'broken'
  /** What the link of the list ends with. */
  fragment: string
  change: (next: SchoolList) => void
}

/** The list in the page's address. A change is written into the address at once, so that a reload loses nothing. */
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
    // An address that is typed or pasted over another list's is the same page to the browser.
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
      // Of quick changes only the last counts.
      if (latest.current !== next) return
      window.history.replaceState(window.history.state, '', `#${encoded}`)
      setFragment(encoded)
    })
  }
  return { list, fragment, change }
}
