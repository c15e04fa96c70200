import type { CallInput } from 'contracts/client'
import { useState } from 'react'
import type { Control } from '../../../src/control-api/control.ts'
import type { OutboxMessage } from '../../../src/control-api/outbox.ts'
import { control, useControl } from '../control-client.ts'
import { formatCount } from '../format.ts'
import { CommandButton, copyText, Field } from '../ui/form.tsx'
import { JsonBlock, Rows, StatusBadge, Time, ViewHead } from '../ui/panel.tsx'

type Channel = OutboxMessage['channel'] | ''

const CHANNEL_LABELS = { mail: 'E-mail', sms: 'Text message', webhook: 'Payment webhook' }
const CHANNEL_OPTIONS = [['', 'All messages'] as const, ...Object.entries(CHANNEL_LABELS)] as const

/** The largest number of messages that the emulator sends again at once. */
const MAX_RESENT = 100

type Resend = NonNullable<CallInput<Control['outbox']['resend']>['body']>
const resend = (body: Resend) => control('POST /outbox/resend', { body })

export function OutboxView() {
  const [channel, setChannel] = useState<Channel>('')
  const outbox = useControl('GET /outbox', channel === '' ? {} : { channel })
  const messages = outbox.data?.messages ?? []
  const newest = messages[0]
  const callbackIds = messages.filter((each) => each.channel === 'webhook').map(({ id }) => id)

  return (
    <>
      <ViewHead title="Outbox">Messages that the real host would have sent.</ViewHead>
      <div className="actions align-items-end">
        <Field
          label="Show"
          options={CHANNEL_OPTIONS}
          value={channel}
          onChange={({ target }) => setChannel(target.value as Channel)}
        />
        {callbackIds.length > 1 && (
          <CommandButton
            label="Resend callbacks, newest first"
            send={() => resend({ ids: callbackIds.slice(0, MAX_RESENT) })}
            done="Sent again, newest first."
          />
        )}
        <CommandButton
          label="Clear"
          name="Clear the outbox"
          question="Delete all messages?"
          disabled={messages.length === 0}
          send={() => control('DELETE /outbox')}
          done="The outbox is empty."
        />
      </div>
      <p role="status" className="visually-hidden">
        {newest
          ? `${formatCount(messages.length, 'message')}, newest: ${newest.subject}${newest.code ? `, code ${newest.code}` : ''}`
          : ''}
      </p>
      <Rows
        query={outbox}
        name="messages"
        items={messages}
        empty={[
          'Nothing sent yet.',
          'Request a new password in the shop or place an order: the message appears here automatically.',
        ]}
      >
        {(message) => <MessageCard key={message.id} message={message} />}
      </Rows>
    </>
  )
}

const RESEND_OPTIONS = [
  ['Send again', {}, 'Sent again.'],
  ['Send twice', { copies: 2 }, 'Sent twice.'],
  ['Invalid signature', { wrong_signature: true }, 'Sent with an invalid signature.'],
  ['Send in 5 s', { delay: '5s' }, 'It will be sent in 5 seconds.'],
] as const

function MessageCard({ message }: { message: OutboxMessage }) {
  const { id, channel, subject, recipient, created_at, code, body, deliveries } = message
  return (
    <li className="list-group-item card-body p-3">
      <div className="actions">
        <StatusBadge tone="info">{CHANNEL_LABELS[channel]}</StatusBadge>
        <strong>{subject}</strong>
        <span className="text-body-secondary">
          to {recipient}, <Time iso={created_at} short />
        </span>
      </div>
      {code && (
        <div>
          <CommandButton
            label={
              <>
                <span className="fs-1 font-monospace">{code}</span> Copy
              </>
            }
            variant="outline-primary"
            send={() => copyText(code)}
            done={`Code ${code} is copied.`}
          />
        </div>
      )}
      {channel === 'webhook' ? (
        <>
          <details>
            <summary>Body</summary>
            <JsonBlock value={JSON.parse(body)} />
          </details>
          <ul aria-label="Deliveries">
            {deliveries.length === 0 && <li className="text-body-secondary">Not delivered yet.</li>}
            {deliveries.map(({ at, outcome }, index) => (
              <li key={index}>
                <Time iso={at} short /> {outcome}
              </li>
            ))}
          </ul>
          <div className="actions">
            {RESEND_OPTIONS.map(([label, options, done]) => (
              <CommandButton
                key={label}
                label={label}
                send={() => resend({ ids: [id], ...options })}
                done={done}
              />
            ))}
          </div>
        </>
      ) : (
        <p className="message">{body}</p>
      )}
    </li>
  )
}
