import { useEffect, useState } from 'react'

/** Whether the browser knows of a camera. It says so without asking for a permission. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // Only pages of a secure origin have devices at all.
    navigator.mediaDevices?.enumerateDevices().then(
      (devices) => {
        if (isCurrent) setHasCamera(devices.some(({ kind }) => kind === 'videoinput'))
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return hasCamera
}
