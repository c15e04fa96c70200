import type { CallInput } from 'contracts/client'
import { useState } from 'react'
import type { Control } from '../../../src/control-api/control.ts'
import { MAX_RESEND_IDS, type OutboxMessage } from '../../../src/control-api/outbox.ts'
import { control, useControl } from '../control-client.ts'
import { formatCount } from '../format.ts'
import { CommandButton, copyText } from '../ui/command-button.tsx'
import { Field } from '../ui/form.tsx'
import { ViewHeading } from '../ui/panel.tsx'
import { QueryList } from '../ui/query-state.tsx'
import { JsonBlock, StatusBadge, Time } from '../ui/values.tsx'

type Channel = OutboxMessage['channel'] | ''

const CHANNEL_LABELS = { mail: 'E-mail', sms: 'Text message', webhook: 'Webhook' }
const CHANNEL_OPTIONS = [['', 'All messages'] as const, ...Object.entries(CHANNEL_LABELS)] as const

type ResendBody = NonNullable<CallInput<Control['outbox']['resend']>['body']>
const resend = (body: ResendBody) => control('POST /outbox/resend', { body })

export function OutboxView() {
  const [channel, setChannel] = useState<Channel>('')
  const outbox = useControl('GET /outbox', channel === '' ? {} : { channel })
  const messages = outbox.data?.messages ?? []
  const newestMessage = messages[0]
  const webhookIds = messages.filter((each) => each.channel === 'webhook').map(({ id }) => id)

  return (
    <>
      <ViewHeading title="Outbox">
        E-mails, text messages and webhooks that the host would have sent.
      </ViewHeading>
      <div className="actions align-items-end">
        <Field
          label="Channel"
          options={CHANNEL_OPTIONS}
          value={channel}
          onChange={({ target }) => setChannel(target.value as Channel)}
        />
        {webhookIds.length > 1 && (
          <CommandButton
            label="Resend webhooks, newest first"
            send={() => resend({ ids: webhookIds.slice(0, MAX_RESEND_IDS) })}
            successMessage="The webhooks are sent again, newest first."
          />
        )}
        <CommandButton
          label="Clear"
          name="Clear the outbox"
          question="Delete all messages?"
          disabled={messages.length === 0}
          send={() => control('DELETE /outbox')}
          successMessage="The outbox is empty."
        />
      </div>
      <p role="status" className="visually-hidden">
        {newestMessage
          ? `${formatCount(messages.length, 'message')}, newest: ${newestMessage.subject}${newestMessage.code ? `, code ${newestMessage.code}` : ''}`
          : ''}
      </p>
      <QueryList
        query={outbox}
        name="messages"
        items={messages}
        emptyState={[
          'Nothing sent yet.',
          'Request a new password in the shop or place an order: the message appears here automatically.',
        ]}
      >
        {(message) => <MessageRow key={message.id} message={message} />}
      </QueryList>
    </>
  )
}

const RESEND_OPTIONS = [
  ['Resend', {}, 'The webhook is sent again.'],
  ['Resend twice', { copies: 2 }, 'The webhook is sent twice.'],
  [
    'Resend with an invalid signature',
    { wrong_signature: true },
    'The webhook is sent with an invalid signature.',
  ],
  ['Resend in 5 s', { delay: '5s' }, 'The webhook will be sent in 5 seconds.'],
] as const

function MessageRow({ message }: { message: OutboxMessage }) {
  const { channel, subject, recipient, created_at, code, body } = message
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
            successMessage={`Code ${code} is copied.`}
          />
        </div>
      )}
      {channel === 'webhook' ? <WebhookDetails message={message} /> : <p className="message">{body}</p>}
    </li>
  )
}

/** The body of a webhook, its deliveries, and commands that redeliver it. */
function WebhookDetails({ message: { id, body, deliveries } }: { message: OutboxMessage }) {
  return (
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
        {RESEND_OPTIONS.map(([label, options, successMessage]) => (
          <CommandButton
            key={label}
            label={label}
            send={() => resend({ ids: [id], ...options })}
            successMessage={successMessage}
          />
        ))}
      </div>
    </>
  )
}
