import type { FastifyInstance } from 'fastify'
import { type LatLng, loadMap, type MapGeometry, type MapName } from 'fixtures/map'
import { EMULATOR_PREFIX } from '../control-api/client.ts'
import { encodeBody, sendEncoded } from '../http/response/response-cache.ts'

const TILE_ROUTE = `${EMULATOR_PREFIX}/maps/tiles/:z/:x/:y`
const MAX_AGE_SECONDS = 86_400

/** Serves a schematic map of Kampala for Leaflet. */
export function serveTiles(app: FastifyInstance): void {
  app.get(TILE_ROUTE, { config: { open: true, cors: true } }, (request, reply) => {
    const { z, x, y } = request.params as Record<'z' | 'x' | 'y', string>
    const [zoom, column, row] = [z, x, y.replace(/\.svg$/, '')].map(Number) as [number, number, number]
    const tiles = 2 ** zoom
    const isOnMap =
      Number.isInteger(zoom) &&
      zoom >= 0 &&
      zoom <= 19 &&
      [column, row].every((n) => Number.isInteger(n) && n >= 0 && n < tiles)
    if (!isOnMap) return reply.callNotFound()
    void reply.header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    return sendEncoded(request, reply, encodeBody(drawTile(zoom, column, row)), 'image/svg+xml')
  })
}

/** Width and height of a tile in pixels, Leaflet's default. */
const TILE_SIZE = 256

type Pixel = { x: number; y: number }

/** Converts degrees to pixels of the whole world at a zoom level (Web Mercator). */
function project([lat, lng]: LatLng, zoom: number): Pixel {
  const world = TILE_SIZE * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return {
    x: ((lng + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * world,
  }
}

let map: MapGeometry | undefined

/** Returns a tile of the schematic map as SVG. Shapes that cross an edge are drawn in both tiles. */
function drawTile(zoom: number, column: number, row: number): string {
  map ??= loadMap()
  const toTilePixel = (point: LatLng): Pixel => {
    const pixel = project(point, zoom)
    return { x: round(pixel.x - column * TILE_SIZE), y: round(pixel.y - row * TILE_SIZE) }
  }
  const path = (points: readonly LatLng[]) =>
    `M${points.map((point) => Object.values(toTilePixel(point)).join(' ')).join('L')}`
  const isVisible = (points: readonly LatLng[]) => intersectsTile(points.map(toTilePixel))

  const water = map.water.filter(isVisible).map((shore) => `<path d="${path(shore)}Z" fill="#cde2f2"/>`)
  const green = map.green.filter(isVisible).map((edge) => `<path d="${path(edge)}Z" fill="#dcead8"/>`)
  const roads = zoom < 9 ? [] : map.roads.filter((road) => isVisible(road.points))
  const width = (kind: 'main' | 'street') =>
    Math.max(1, (kind === 'main' ? 1 : 0.55) * 2 ** ((zoom - 9) / 2.2))
  const casing = roads.map((road) => stroke(path(road.points), '#cfcabb', width(road.kind) + 1.5))
  const surface = roads.map((road) =>
    stroke(path(road.points), road.kind === 'main' ? '#fff' : '#fbfaf6', width(road.kind)),
  )
  const borders = map.borders
    .filter((border) => isVisible(border.points) && zoom >= BORDER_FROM[border.kind])
    .map((border) => stroke(path(border.points), '#b9a9a0', 1.5, ' stroke-dasharray="6 4"'))
  const labels = map.names
    .filter((each) => zoom >= each.from)
    .map((each) => label(each, toTilePixel(each.at)))

  return `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE_SIZE}" height="${TILE_SIZE}" viewBox="0 0 ${TILE_SIZE} ${TILE_SIZE}"><rect width="${TILE_SIZE}" height="${TILE_SIZE}" fill="#efede3"/>${[
    ...green,
    ...water,
    ...borders,
    ...casing,
    ...surface,
    ...labels,
  ].join('')}</svg>`
}

/** Half the width of the longest label in pixels. A label can reach into a tile from this distance. */
const LABEL_REACH = 90

/** Lowest zoom levels at which borders are drawn. At lower levels, a city is only a dot. */
const BORDER_FROM = { country: 0, city: 10 }

/** Draws a name below its point, where a marker does not cover it. */
function label({ name, kind }: MapName, { x, y }: Pixel): string {
  if (x < -LABEL_REACH || x > TILE_SIZE + LABEL_REACH || y < -20 || y > TILE_SIZE + 20) return ''
  const size = kind === 'city' ? 16 : kind === 'town' ? 13 : kind === 'water' ? 13 : 11.5
  const color = kind === 'water' ? '#155e83' : '#535b73'
  const style = kind === 'water' ? ' font-style="italic"' : ` font-weight="${kind === 'city' ? 700 : 500}"`
  return `<text x="${x}" y="${y + size}" text-anchor="middle" font-family="Figtree,system-ui,sans-serif" font-size="${size}"${style} fill="${color}" stroke="#efede3" stroke-width="3" paint-order="stroke">${escapeXmlText(name)}</text>`
}

function stroke(d: string, color: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"${more}/>`
}

/** Whether the bounding box of points intersects the tile. */
function intersectsTile(points: readonly Pixel[]): boolean {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  return (
    Math.max(...xs) >= -8 &&
    Math.min(...xs) <= TILE_SIZE + 8 &&
    Math.max(...ys) >= -8 &&
    Math.min(...ys) <= TILE_SIZE + 8
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escapeXmlText(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
}
