import { type ComponentType, useEffect, useState } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import type { MapProps } from './delivery-map.tsx'

/** The map's place on the page. Its code comes after everything else, and the page works without it. */
export function MapFrame(props: MapProps) {
  const [Loaded, setLoaded] = useState<ComponentType<MapProps> | 'failed' | null>(null)

  useEffect(() => {
    let here = true
    import('./delivery-map.tsx').then(
      ({ DeliveryMap }) => here && setLoaded(() => DeliveryMap),
      () => here && setLoaded('failed'),
    )
    return () => {
      here = false
    }
  }, [])

  if (Loaded === null) {
    return (
      <div className="map-frame map-wait">
        <Spinner label="Loading..." />
      </div>
    )
  }
  if (Loaded === 'failed') {
    return (
      <div className="map-frame map-wait">
        <p className="muted">The map did not load. You can still search for your address by name.</p>
      </div>
    )
  }
  return <Loaded {...props} />
}
