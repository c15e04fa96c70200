import type { OutboxFilter, OutboxMessage } from '../control-api/outbox.ts'
import { insert, remove, selectAll, selectOne } from './queries.ts'
import type { World } from './world.ts'

/** A message that the real host would send: e-mail, text message or webhook. The emulator stores it. */
type Message = Omit<OutboxMessage, 'id' | 'created_at' | 'deliveries'>

type OutboxRow = Message & { id: number; deliveries: string; created_at: number }

/** Limits on stored messages: count and total size in bytes. The oldest are deleted first. */
const MAX_MESSAGES = 500
const MAX_OUTBOX_BYTES = 2_000_000
/** Maximum number of stored delivery attempts per message. */
export const MAX_DELIVERIES = 100

/** Stores a message and resolves waiting requests. @returns its id */
export function addToOutbox(world: World, message: Message): number {
  const { lastInsertRowid } = insert(world, 'outbox', { ...message, created_at: world.clock.now() })
  const condition = `WHERE id <= max(?, (SELECT coalesce(max(id), 0) FROM
    (SELECT id, sum(octet_length(body) + octet_length(deliveries)) OVER (ORDER BY id DESC) AS total FROM outbox) WHERE total > ?))`
  remove(world, 'outbox', condition, lastInsertRowid - MAX_MESSAGES, MAX_OUTBOX_BYTES)
  for (const listener of world.outboxListeners) world.timers.after(0, listener)
  return lastInsertRowid
}

/** Returns matching messages, newest first. */
export function readOutbox(world: World, filter: OutboxFilter = {}): OutboxMessage[] {
  const sql = `SELECT * FROM outbox WHERE (@channel IS NULL OR channel = @channel)
    AND (@recipient IS NULL OR recipient = @recipient) AND id > @after ORDER BY id DESC`
  const { channel = null, recipient = null, after } = filter
  const rows = selectAll<OutboxRow>(world, sql, { channel, recipient, after: Number(after ?? 0) })
  return rows.map(toOutboxMessage)
}

export function findMessage(world: World, id: number): OutboxMessage | undefined {
  const row = selectOne<OutboxRow>(world, 'SELECT * FROM outbox WHERE id = ?', id)
  return row && toOutboxMessage(row)
}

function toOutboxMessage({ deliveries, created_at, ...row }: OutboxRow): OutboxMessage {
  return {
    ...row,
    created_at: new Date(created_at).toISOString(),
    deliveries: JSON.parse(deliveries) as OutboxMessage['deliveries'],
  }
}

/** Returns undefined after `ms` milliseconds, or if the world is removed. */
export async function waitForMessage(
  world: World,
  filter: OutboxFilter,
  ms: number,
): Promise<OutboxMessage | undefined> {
  const arrival = new AbortController()
  let message: OutboxMessage | undefined
  const checkOutbox = () => {
    message = readOutbox(world, filter).at(-1)
    if (message) arrival.abort()
  }
  checkOutbox()
  world.outboxListeners.add(checkOutbox)
  await world.timers.wait(ms, arrival.signal)
  world.outboxListeners.delete(checkOutbox)
  return message
}
