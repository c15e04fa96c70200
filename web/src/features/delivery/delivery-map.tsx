// Must be imported before Leaflet, because Leaflet assigns HTML when it loads.
import './map-html.ts'
import {
  divIcon,
  type LatLng,
  type LatLngBoundsExpression,
  type Map as LeafletMap,
  type PanInsideOptions,
  type TileLayer as Tiles,
} from 'leaflet'
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  AttributionControl,
  Circle,
  MapContainer,
  Marker,
  TileLayer,
  useMap,
  useMapEvents,
} from 'react-leaflet'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import { FLAT_FEE_BEYOND_KM } from '../../domain/delivery-fee.ts'
import type { Point } from '../../domain/distance.ts'
import { allowText } from '../../platform/trusted-types.ts'
import { MapFailure } from './map-failure.tsx'
import { MAP_PREFIX } from './map-html.ts'
import 'leaflet/dist/leaflet.css'

const DEFAULT_VIEW = { ...store.mapCentre, zoom: 13 } as const

const pin = divIcon({
  className: 'map-pin',
  html: allowText(
    '<svg viewBox="0 0 32 42" role="img" aria-label="Your delivery point" fill="currentColor" stroke="white" stroke-width="2"><path d="M16 41S2 26 2 16a14 14 0 0 1 28 0c0 10-14 25-14 25z"/><circle cx="16" cy="16" r="5.5" fill="white" stroke="none"/></svg>',
  ),
  iconSize: [32, 42],
  iconAnchor: [16, 41],
})

/** The shop's marker. It has no size, and the style sheet centres its label, so that any name fits. */
const plate = divIcon({
  className: 'map-plate',
  html: allowText(`<span role="img" aria-label="${store.name}, ${store.location}">${store.name}</span>`),
  iconSize: [0, 0],
})

export type MapProps = {
  /** The pin's position; null to show the town without a pin. */
  point: Point | null
  onPick: (point: Point) => void
  /** Whether moving the pin clears typed text. */
  clears: boolean
}

/**
 * A map with the shop, the delivery pin and a circle of FLAT_FEE_BEYOND_KM. Within the circle, the fee depends on the
 * distance.
 */
export function DeliveryMap({ point, onPick, clears }: MapProps) {
  const [map, setMap] = useState<LeafletMap | null>(null)
  const showMap = useCallback((created: LeafletMap | null) => {
    // Leaflet's zoom buttons have their label as a title, too, which screen readers would say again.
    for (const button of created?.getContainer().querySelectorAll('.leaflet-control-zoom a') ?? [])
      button.removeAttribute('title')
    setMap(created)
  }, [])
  return (
    <div className="map-frame">
      <MapContainer
        ref={showMap}
        center={[point?.lat ?? DEFAULT_VIEW.lat, point?.lng ?? DEFAULT_VIEW.lng]}
        zoom={DEFAULT_VIEW.zoom}
        scrollWheelZoom={false}
        maxBounds={WORLD}
        attributionControl={false}
      >
        <AttributionControl prefix={MAP_PREFIX} />
        <MapTiles />
        <Circle
          center={store.origin}
          radius={FLAT_FEE_BEYOND_KM * 1000}
          pathOptions={{
            color: 'currentColor',
            weight: 2,
            dashArray: '6 8',
            interactive: false,
            fill: false,
          }}
        />
        <Marker position={store.origin} icon={plate} interactive={false} keyboard={false} />
        {point && <Marker position={point} icon={pin} keyboard={false} />}
        <MapInput onPick={onPick} />
        <PinFollower point={point} />
        <MapSize />
      </MapContainer>
      {/* Marks the place of the pin for the keyboard. */}
      <span className="map-cross" aria-hidden="true" />
      <button
        type="button"
        className="btn btn-outline-secondary map-middle"
        aria-describedby={clears ? 'map-clears' : undefined}
        onClick={() => map && onPick(wrapped(map.getCenter()))}
      >
        Place the pin at the centre
      </button>
      <span id="map-keys" hidden>
        The arrow keys move the map, plus and minus zoom, and Enter places the pin at the centre.
      </span>
      <span id="map-clears" hidden>
        This clears the address that you have typed.
      </span>
    </div>
  )
}

/** The map's images. If none of them loads, a message covers the empty map. */
function MapTiles() {
  const tiles = useRef<Tiles>(null)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  const [events] = useState({
    tileload: () => setState('loaded'),
    tileerror: () => setState((before) => (before === 'loaded' ? before : 'failed')),
  })
  return (
    <>
      <TileLayer ref={tiles} url={env.mapTiles} attribution={env.mapAttribution} eventHandlers={events} />
      {state === 'failed' && (
        <div className="map-wait map-failed">
          <MapFailure
            onRetry={() => {
              setState('loading')
              tiles.current?.redraw()
            }}
          />
        </div>
      )}
    </>
  )
}

/** The limits of the map, so that it can't be dragged into empty space. */
const WORLD: LatLngBoundsExpression = [
  [-85, -180],
  [85, 180],
]

/** Returns a point with a longitude from -180 to 180. At low zoom levels, the map shows the world several times. */
function wrapped(position: LatLng): Point {
  const { lat, lng } = position.wrap()
  return { lat, lng }
}

/** A click, or Enter at the map, places the pin. Names the map for screen readers; Leaflet's keys move and zoom it. */
function MapInput({ onPick }: Pick<MapProps, 'onPick'>) {
  const map = useMapEvents({
    click: ({ latlng }) => onPick(wrapped(latlng)),
    keydown: ({ originalEvent: { key, target } }) => {
      if (key === 'Enter' && target === map.getContainer()) onPick(wrapped(map.getCenter()))
    },
  })
  useEffect(() => {
    const container = map.getContainer()
    container.setAttribute('role', 'application')
    container.setAttribute('aria-label', 'Map of your delivery point')
    container.setAttribute('aria-describedby', 'map-keys')
  }, [map])
  return null
}

/** Fits the map to its frame, which other parts of the page resize. Leaflet observes only the window. */
function MapSize() {
  const map = useMap()
  useEffect(() => {
    const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
    observer.observe(map.getContainer())
    return () => observer.disconnect()
  }, [map])
  return null
}

/** The minimum distance in pixels between the marker and the edges and the attribution. */
const MARGIN: PanInsideOptions = { paddingTopLeft: [24, 48], paddingBottomRight: [24, 24] }

/** Centres the map on the pin or, if there is none, on the town. */
function PinFollower({ point }: { point: Point | null }) {
  const map = useMap()
  const lat = point?.lat ?? DEFAULT_VIEW.lat
  const lng = point?.lng ?? DEFAULT_VIEW.lng
  const hasPin = point !== null
  // Not `point`, which is a new object in each render: a map that the shopper has moved would jump back.
  useEffect(() => {
    if (!hasPin) {
      map.setView([lat, lng], DEFAULT_VIEW.zoom)
      // On a small map, the shop's marker might be out of view.
      map.panInside(store.origin, { ...MARGIN, animate: false })
    } else if (!isPinVisible(map, lat, lng)) map.setView([lat, lng])
  }, [map, hasPin, lat, lng])
  return null
}

/** Whether the whole pin is visible and not too close to the edges. If so, the map doesn't move. */
function isPinVisible(map: LeafletMap, lat: number, lng: number): boolean {
  const { x, y } = map.latLngToContainerPoint([lat, lng])
  const size = map.getSize()
  return x > 24 && x < size.x - 24 && y > 48 && y < size.y - 24
}
