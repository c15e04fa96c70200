import type { OutboxMessage } from '../../../src/control/outbox-contract.ts'
import { showNotice } from '../notice.ts'
import { Button } from '../ui/button.tsx'
import { Moment } from '../ui/moment.tsx'
import { JsonBlock } from '../ui/panel.tsx'

type How = { copies?: number; delay?: string; wrong_signature?: boolean }

type Props = {
  message: OutboxMessage
  busy: boolean
  onResend: (how: How, done: string) => void
}

const CHANNELS = { mail: 'E-mail', sms: 'Text message', webhook: 'Payment callback' }

/** Options for redelivering a callback. */
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

/** A message in the outbox. */
export function MessageCard({ message, busy, onResend }: Props) {
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
