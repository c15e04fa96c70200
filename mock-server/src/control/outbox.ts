import { all, run, type World } from '../world.ts'

/** Mails and text messages that the real host would send. They stay here. */
export type Message = {
  channel: 'mail' | 'sms'
  recipient: string
  subject: string
  body: string
  /** The one-time code inside, ready to be read by a test. */
  code: string | null
}

export type StoredMessage = Message & { id: number; created_at: number }

/** Older messages go: an outbox is for looking, not for keeping. */
const CAP = 500

export function send(world: World, message: Message): void {
  const { lastInsertRowid } = run(
    world,
    'INSERT INTO outbox (channel, recipient, subject, body, code, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    message.channel,
    message.recipient,
    message.subject,
    message.body,
    message.code,
    world.clock.now(),
  )
  run(world, 'DELETE FROM outbox WHERE id <= ?', lastInsertRowid - CAP)
}

/** Newest first. */
export function readOutbox(world: World): StoredMessage[] {
  return all<StoredMessage>(world, 'SELECT * FROM outbox ORDER BY id DESC')
}
