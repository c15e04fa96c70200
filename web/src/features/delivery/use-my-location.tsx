import { useState } from 'react'
import type { Point } from '../../domain/distance.ts'
import { Icon } from '../../ui/media/icon.tsx'

/** Milliseconds to wait for the device. */
const POSITION_TIMEOUT_MS = 15_000

/** Puts the pin where the device is, when its owner says so. */
export function UseMyLocation({ onPoint }: { onPoint: (point: Point) => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')

  function ask() {
    if (busy) return
    if (!navigator.geolocation) return setError('This browser cannot share your location.')
    setBusy(true)
    setError('')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        onPoint({ lat: coords.latitude, lng: coords.longitude })
      },
      (failure) => {
        setBusy(false)
        setError(
          failure.code === failure.PERMISSION_DENIED
            ? 'Your browser did not let us see where you are. Search for a place instead.'
            : 'We could not find where you are. Search for a place instead.',
        )
      },
      { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS, maximumAge: 60_000 },
    )
  }

  return (
    <div>
      <button type="button" className="btn btn-outline-secondary w-100" aria-disabled={busy} onClick={ask}>
        <Icon name="pin" />
        {busy ? 'Finding you...' : 'Use my location'}
      </button>
      <p role="status" className="location-error">
        {error}
      </p>
    </div>
  )
}
