import { useEffect, useState } from 'react'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

const DataSaver = lazyPart(
  () => import('../../features/data-saver/data-saver.tsx').then(({ DataSaver }) => DataSaver),
  { waiting: null, failed: () => null },
)

/** How long after the page has loaded the data saver comes, in milliseconds: it must not compete with the page. */
const LATE_MS = 4000

/** The data saver at the end of the page, where it moves nothing when it comes. */
export function DataSaverPart() {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => setIsTime(true), LATE_MS)
    }
    if (document.readyState === 'complete') wait()
    else window.addEventListener('load', wait, { once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('load', wait)
    }
  }, [])
  return isTime ? <DataSaver /> : null
}
