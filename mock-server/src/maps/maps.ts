import type { FastifyInstance } from 'fastify'
import { prepare, sendPrepared } from '../http/response/prepared-responses.ts'
import { servePlaces } from './places.ts'
import { drawTile } from './tile.ts'

const DAY = 86_400

/** Serves a map and place search offline: a schematic map of Kampala for Leaflet, and a gazetteer. */
export function serveMaps(app: FastifyInstance): void {
  servePlaces(app)
  app.get('/__emulator/maps/tiles/:z/:x/:y', { config: { open: true, cors: true } }, (request, reply) => {
    const { z, x, y } = request.params as Record<'z' | 'x' | 'y', string>
    const [zoom, column, row] = [z, x, y.replace(/\.svg$/, '')].map(Number) as [number, number, number]
    const tiles = 2 ** zoom
    const exists =
      Number.isInteger(zoom) &&
      zoom >= 0 &&
      zoom <= 19 &&
      [column, row].every((n) => Number.isInteger(n) && n >= 0 && n < tiles)
    if (!exists) return reply.callNotFound()
    void reply.header('cache-control', `public, max-age=${DAY}`)
    return sendPrepared(request, reply, prepare(drawTile(zoom, column, row)), 'image/svg+xml')
  })
}
