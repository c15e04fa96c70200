import { useState } from 'react'
import type { OutboxMessage } from '../../../src/control/outbox-contract.ts'
import { control } from '../control.ts'
import { formatCount } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { showNotice } from '../state.ts'
import { Button, ConfirmButton } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, JsonBlock, Moment } from '../ui/panel.tsx'

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
          ? `${formatCount(messages.length, 'message')}, newest: ${newest.subject}${newest.code ? `, code ${newest.code}` : ''}`
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

type How = { copies?: number; delay?: string; wrong_signature?: boolean }

type Props = {
  message: OutboxMessage
  busy: boolean
  onResend: (how: How, done: string) => void
}

const CHANNELS = { mail: 'E-mail', sms: 'Text message', webhook: 'Payment callback' }

const RESEND_OPTIONS: readonly [label: string, how: How, done: string][] = [
  ['Send again', {}, 'Sent again.'],
  ['Send twice', { copies: 2 }, 'Sent twice.'],
  ['Invalid signature', { wrong_signature: true }, 'Sent with an invalid signature.'],
  ['Send in 5 s', { delay: '5s' }, 'It will be sent in 5 seconds.'],
]

async function copy(code: string) {
  try {
    await navigator.clipboard.writeText(code)
    showNotice(`Code ${code} is copied.`)
  } catch {
    showNotice('This browser does not allow copying; select the code and copy it manually.', 'fault')
  }
}

function MessageCard({ message, busy, onResend }: Props) {
  return (
    <li className="card message">
      <div className="message-head">
        <span className={`chip ${message.channel}`}>{CHANNELS[message.channel]}</span>
        <strong>{message.subject}</strong>
        <span className="muted">
          to {message.recipient}, <Moment iso={message.created_at} short />
        </span>
      </div>
      {message.code && (
        <button type="button" className="code" onClick={() => void copy(message.code ?? '')}>
          <span className="digits">{message.code}</span> <span className="hint">Copy</span>
        </button>
      )}
      {message.channel === 'webhook' ? (
        <details>
          <summary>Body</summary>
          <JsonBlock value={message.body} />
        </details>
      ) : (
        <p className="said">{message.body}</p>
      )}
      {message.channel === 'webhook' && (
        <>
          <ul className="deliveries" aria-label="Deliveries">
            {message.deliveries.length === 0 && <li className="muted">Not delivered yet.</li>}
            {message.deliveries.map(({ at, outcome }, index) => (
              <li key={index}>
                <Moment iso={at} short /> {outcome}
              </li>
            ))}
          </ul>
          <div className="actions">
            {RESEND_OPTIONS.map(([label, how, done]) => (
              <Button key={label} disabled={busy} onClick={() => onResend(how, done)}>
                {label}
              </Button>
            ))}
          </div>
        </>
      )}
    </li>
  )
}
