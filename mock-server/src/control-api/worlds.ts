import { BUILDS } from 'contracts/endpoint'
import { z } from 'zod'
import { Extensions } from '../provider/extensions.ts'
import { controlEndpoint, Done, Name } from './control-endpoint.ts'

export const WorldInfo = z
  .object({
    name: z.string(),
    profile: z.string(),
    seed: z.string().nullable(),
    now: z.string(),
    frozen: z.boolean(),
    orders: z.int(),
    messages: z.int(),
    faults: z.int(),
  })
  .meta({ id: 'World' })
export type WorldInfo = z.infer<typeof WorldInfo>

const SnapshotInfo = z
  .object({ name: z.string(), taken_at: z.string(), bytes: z.int() })
  .meta({ id: 'Snapshot' })

export const worldsControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/worlds',
    summary: 'All worlds. The header X-Emulator-World or the cookie emulator_world selects one.',
    responses: { 200: z.object({ worlds: z.array(WorldInfo) }) },
  }),
  create: controlEndpoint({
    method: 'POST',
    path: '/worlds',
    summary: 'Forks a world from the seed, or from a snapshot.',
    body: z.strictObject({
      name: Name,
      seed: z
        .string()
        .nullish()
        .meta({ description: 'The same seed produces the same ids, tokens and codes.' }),
      profile: z.enum(BUILDS).optional(),
      frozen_at: z.iso.datetime({ error: '((frozen_at must be an ISO date and time in UTC.))' }).optional(),
      snapshot: Name.optional(),
      extensions: z
        .strictObject(Extensions.shape)
        .partial()
        .optional()
        .meta({ description: 'Extensions that differ from those of the start.' }),
    }),
    responses: { 200: WorldInfo },
  }),
  remove: controlEndpoint({
    method: 'DELETE',
    path: '/worlds',
    summary: 'Removes a world. The default world cannot be removed.',
    body: z.strictObject({ name: Name }),
    responses: { 200: Done },
  }),
}

export const resetControl = {
  toSeed: controlEndpoint({
    method: 'POST',
    path: '/reset',
    summary:
      'Resets the world to the seed: data, clock, random source, faults, journal, outbox and extensions.',
    responses: { 200: WorldInfo },
  }),
}

export const snapshotsControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/snapshots',
    summary: 'All snapshots.',
    responses: { 200: z.object({ snapshots: z.array(SnapshotInfo) }) },
  }),
  take: controlEndpoint({
    method: 'POST',
    path: '/snapshots',
    summary: "Stores the world's data, clock and random source under a name.",
    body: z.strictObject({ name: Name }),
    responses: { 200: SnapshotInfo },
  }),
  restore: controlEndpoint({
    method: 'POST',
    path: '/snapshots/restore',
    summary: 'Restores a snapshot.',
    body: z.strictObject({ name: Name }),
    responses: { 200: WorldInfo },
  }),
  remove: controlEndpoint({
    method: 'DELETE',
    path: '/snapshots',
    summary: 'Removes a snapshot.',
    body: z.strictObject({ name: Name }),
    responses: { 200: Done },
  }),
}
