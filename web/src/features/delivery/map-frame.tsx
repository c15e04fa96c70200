import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import type { MapProps } from './delivery-map.tsx'

/** The map's place on the page. Its code comes after everything else, and the page works without it. */
export const MapFrame = lazyPart<MapProps>(
  () => import('./delivery-map.tsx').then(({ DeliveryMap }) => DeliveryMap),
  {
    waiting: (
      <div className="map-frame map-wait">
        <Spinner label="Loading..." />
      </div>
    ),
    failed: (again) => (
      <div className="map-frame map-wait">
        <div>
          <p className="muted">The map did not load. You can still search for your address by name.</p>
          <button type="button" className="btn btn-outline-secondary" onClick={again}>
            Try again
          </button>
        </div>
      </div>
    ),
  },
)
