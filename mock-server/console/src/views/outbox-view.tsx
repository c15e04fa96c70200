import { useState } from 'react'
import type { OutboxMessage } from '../../../src/control/outbox-contract.ts'
import { control } from '../control.ts'
import { count } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { Button, ConfirmButton } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/panel.tsx'
import { MessageCard } from './message-card.tsx'

type Channel = OutboxMessage['channel'] | ''

/** E-mails, text messages and payment notifications that the real host would have sent. */
export function OutboxView() {
  const [channel, setChannel] = useState<Channel>('')
  const polled = useControl('GET /outbox', 1500, channel === '' ? {} : { channel })
  const { busy, run } = useCommand()
  const messages = polled.data?.messages ?? []
  const newest = messages[0]
  const callbacks = messages.filter((each) => each.channel === 'webhook').map(({ id }) => id)

  return (
    <>
      <h1 tabIndex={-1}>Outbox</h1>
      <p className="lead">Messages that the real host would have sent.</p>
      <div className="bar">
        <label>
          <span className="unseen">Show</span>
          <select value={channel} onChange={(event) => setChannel(event.target.value as Channel)}>
            <option value="">All messages</option>
            <option value="mail">E-mails</option>
            <option value="sms">Text messages</option>
            <option value="webhook">Payment callbacks</option>
          </select>
        </label>
        {callbacks.length > 1 && (
          <Button
            disabled={busy}
            onClick={() =>
              void run(
                () => control('POST /outbox/resend', { body: { ids: callbacks } }),
                'Sent again, newest first.',
              )
            }
          >
            Resend callbacks, newest first
          </Button>
        )}
        <ConfirmButton
          label="Clear"
          name="Clear the outbox"
          question="Delete all messages?"
          disabled={busy || messages.length === 0}
          onConfirm={() => void run(() => control('DELETE /outbox'), 'The outbox is empty.')}
        />
      </div>
      <p role="status" className="unseen">
        {newest
          ? `${count(messages.length, 'message')}, newest: ${newest.subject}${newest.code ? `, code ${newest.code}` : ''}`
          : ''}
      </p>
      <Loaded query={polled} what="The outbox">
        {() =>
          messages.length === 0 ? (
            <EmptyState title="Nothing sent yet.">
              Request a new password in the shop or place an order: the message appears here automatically.
            </EmptyState>
          ) : (
            <ol className="cards">
              {messages.map((message) => (
                <MessageCard
                  key={message.id}
                  message={message}
                  busy={busy}
                  onResend={(how, done) =>
                    void run(
                      () => control('POST /outbox/resend', { body: { ids: [message.id], ...how } }),
                      done,
                    )
                  }
                />
              ))}
            </ol>
          )
        }
      </Loaded>
    </>
  )
}
