import type { Control } from '../control-api/control.ts'
import type { WorldInfo } from '../control-api/worlds.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { isWithinReach } from '../world/clock.ts'
import { countRows } from '../world/queries.ts'
import type { World } from '../world/world.ts'
import { STORAGE_LIMIT_MESSAGE, type Worlds } from '../world/worlds.ts'

export function worldInfo(world: World): WorldInfo {
  return {
    name: world.name,
    profile: world.build,
    seed: world.seed,
    now: new Date(world.clock.now()).toISOString(),
    frozen: world.clock.isFrozen(),
    orders: countRows(world, 'orders'),
    messages: countRows(world, 'outbox'),
    faults: world.faults.list().length,
  }
}

export function worldsHandlers(worlds: Worlds): Handlers<Control['worlds']> {
  return {
    list: () => ({ status: 200, body: { worlds: worlds.list().map(worldInfo) } }),
    create: ({ body }) => {
      if (body.frozen_at !== undefined && !isWithinReach(Date.parse(body.frozen_at)))
        return refuseWithMessage(400, '((frozen_at must be within a hundred years of now.))')
      const result = worlds.fork(body.name, {
        seed: body.seed,
        build: body.profile,
        frozenAt: body.frozen_at,
        snapshot: body.snapshot,
        extensions: body.extensions,
      })
      if (result.kind === 'taken')
        return refuseWithMessage(
          409,
          `((The world "${body.name}" already exists; remove it or choose a different name.))`,
        )
      if (result.kind === 'full') return refuseWithMessage(409, STORAGE_LIMIT_MESSAGE)
      if (result.kind === 'no-snapshot')
        return refuseWithMessage(404, `((There is no snapshot "${body.snapshot}".))`)
      return { status: 200, body: worldInfo(result.world) }
    },
    remove: ({ body }) =>
      worlds.remove(body.name)
        ? { status: 200, body: { message: `World "${body.name}" is removed.` } }
        : refuseWithMessage(404, `((There is no world "${body.name}" that can be removed.))`),
  }
}

export function resetHandlers(worlds: Worlds): Handlers<Control['reset']> {
  return {
    toSeed: ({ world }) => {
      worlds.reset(world)
      return { status: 200, body: worldInfo(world) }
    },
  }
}

export function snapshotsHandlers(worlds: Worlds): Handlers<Control['snapshots']> {
  const toWireSnapshot = (each: { name: string; takenAt: number; bytes: number }) => ({
    name: each.name,
    taken_at: new Date(each.takenAt).toISOString(),
    bytes: each.bytes,
  })
  const refuseMissing = (name: string) => refuseWithMessage(404, `((There is no snapshot "${name}".))`)
  return {
    list: () => ({ status: 200, body: { snapshots: worlds.listSnapshots().map(toWireSnapshot) } }),
    take: ({ world, body }) => {
      const snapshot = worlds.takeSnapshot(world, body.name)
      return snapshot
        ? { status: 200, body: toWireSnapshot(snapshot) }
        : refuseWithMessage(409, STORAGE_LIMIT_MESSAGE)
    },
    restore: ({ world, body }) =>
      worlds.restore(world, body.name) ? { status: 200, body: worldInfo(world) } : refuseMissing(body.name),
    remove: ({ body }) =>
      worlds.removeSnapshot(body.name)
        ? { status: 200, body: { message: `Snapshot "${body.name}" is removed.` } }
        : refuseMissing(body.name),
  }
}
