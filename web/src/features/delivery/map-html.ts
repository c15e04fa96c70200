import { env } from '../../config/env.ts'
import { allowText } from '../../platform/trusted-types.ts'

/** The HTML that Leaflet 1.9 assigns for its SVG test, the zoom buttons and the attribution. */
const ZOOM = ['<span aria-hidden="true">+</span>', '<span aria-hidden="true">&#x2212;</span>']
const SEPARATOR = ' <span aria-hidden="true">|</span> '

export const MAP_PREFIX = 'Leaflet'

for (const html of ['<svg/>', ...ZOOM, MAP_PREFIX, `${MAP_PREFIX}${SEPARATOR}${env.mapAttribution}`])
  allowText(html)
