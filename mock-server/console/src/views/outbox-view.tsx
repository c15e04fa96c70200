import { useCallback, useState } from 'react'
import type { OutboxMessage } from '../../../src/control/outbox-contract.ts'
import { control } from '../control.ts'
import { count } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useCommand } from '../use-command.ts'
import { usePoll } from '../use-poll.ts'
import { MessageCard } from './message-card.tsx'

type Channel = OutboxMessage['channel'] | ''

/** Mails, text messages and payment callbacks that the real host would have sent. */
export function OutboxView() {
  const [channel, setChannel] = useState<Channel>('')
  const load = useCallback(
    async (signal: AbortSignal) =>
      (await control('GET /outbox', { signal, query: channel === '' ? {} : { channel } })).messages,
    [channel],
  )
  const polled = usePoll(load, 1500)
  const { busy, run } = useCommand(polled.refresh)
  const newest = polled.data?.[0]
  const callbacks = (polled.data ?? []).filter((each) => each.channel === 'webhook').map(({ id }) => id)

  return (
    <>
      <h1 tabIndex={-1}>Outbox</h1>
      <p className="lead">What the real host would have sent. Nothing leaves this machine.</p>
      <div className="bar">
        <label>
          <span className="unseen">Show</span>
          <select value={channel} onChange={(event) => setChannel(event.target.value as Channel)}>
            <option value="">All messages</option>
            <option value="mail">Mails</option>
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
                'Sent again, the newest first.',
              )
            }
          >
            Callbacks again, newest first
          </Button>
        )}
        <ConfirmButton
          label="Clear"
          name="Clear the outbox"
          question="Forget all messages?"
          disabled={busy || (polled.data?.length ?? 0) === 0}
          onConfirm={() => void run(() => control('DELETE /outbox'), 'The outbox is empty.')}
        />
      </div>
      <p role="status" className="unseen">
        {newest
          ? `${count(polled.data?.length ?? 0, 'message')}, newest: ${newest.subject}${newest.code ? `, code ${newest.code}` : ''}`
          : ''}
      </p>
      <Loaded polled={polled} what="The outbox">
        {(messages) =>
          messages.length === 0 ? (
            <EmptyState title="Nothing sent yet.">
              Ask the shop for a new password or place an order: the code or the notice appears here by
              itself.
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
