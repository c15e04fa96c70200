import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns a ref that is true while the component is mounted. A response that arrives after the page was left must not
 * open another page.
 */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
