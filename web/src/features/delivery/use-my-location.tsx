import { useState } from 'react'
import type { Point } from '../../lib/distance.ts'
import { Icon } from '../../ui/icon.tsx'

/** Milliseconds to wait for the device. */
const PATIENCE = 15_000

/** Puts the pin where the device is, when its owner says so. */
export function UseMyLocation({ onPoint }: { onPoint: (point: Point) => void }) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  function ask() {
    if (busy) return
    if (!navigator.geolocation) return setFault('This browser cannot tell where you are.')
    setBusy(true)
    setFault('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        onPoint({ lat: coords.latitude, lng: coords.longitude })
      },
      (error) => {
        setBusy(false)
        setFault(
          error.code === error.PERMISSION_DENIED
            ? 'Your browser did not let us see where you are. Search for a place instead.'
            : 'We could not find where you are. Search for a place instead.',
        )
      },
      { enableHighAccuracy: true, timeout: PATIENCE, maximumAge: 60_000 },
    )
  }

  return (
    <div>
      <button type="button" className="btn btn-outline-secondary w-100" aria-disabled={busy} onClick={ask}>
        <Icon name="pin" />
        {busy ? 'Finding you...' : 'Use my location'}
      </button>
      <p role="status" className="location-error">
        {fault}
      </p>
    </div>
  )
}
