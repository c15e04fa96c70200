import { env } from '../../config/env.ts'
import { allowText } from '../../platform/trusted-types.ts'

/** What Leaflet 1.9 writes as HTML by itself: its test for SVG as it is loaded, the zoom buttons, the credits. */
const ZOOM = ['<span aria-hidden="true">+</span>', '<span aria-hidden="true">&#x2212;</span>']
const SEPARATOR = ' <span aria-hidden="true">|</span> '

/** Named before the map's credits. */
export const MAP_PREFIX = 'Leaflet'

for (const html of ['<svg/>', ...ZOOM, MAP_PREFIX, `${MAP_PREFIX}${SEPARATOR}${env.mapAttribution}`])
  allowText(html)
