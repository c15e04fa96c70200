import { useEffect, useState } from 'react'

/** True once something has been going on for `after` milliseconds. */
export function useIsOverdue(going: boolean, after: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!going) return
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [going, after])
  return late && going
}
