import type { CallInput } from 'contracts/client'
import { type FormEvent, useState } from 'react'
import type { Control } from '../../../src/control/contract.ts'
import { control } from '../control.ts'
import { fromField, showDate, showMoment, showTime } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Panel } from '../ui/panel.tsx'

type Change = NonNullable<CallInput<Control['clock']['change']>['body']>

const STEPS = [
  ['1 minute', '1m'],
  ['15 minutes', '15m'],
  ['1 hour', '1h'],
  ['1 day', '1d'],
] as const

/** Shows, freezes and changes the world's time. */
export function ClockView() {
  const polled = useControl('GET /clock', 1000)
  const { busy, run } = useCommand()
  const [duration, setDuration] = useState('')
  const [moment, setMoment] = useState('')
  const [wrong, setWrong] = useState<{ duration?: string; moment?: string }>({})

  const change = (body: Change, done: string) => run(() => control('POST /clock', { body }), done)

  async function advance(event: FormEvent) {
    event.preventDefault()
    const text = duration.trim().replace(/\s+/g, '')
    if (!/^(\d+(ms|s|m|h|d))+$/.test(text))
      return setWrong({ duration: 'Enter a duration such as 90s, 1h30m or 7d.' })
    if (await change({ advance: text }, `The clock has advanced by ${text}.`)) setDuration('')
  }

  async function set(event: FormEvent) {
    event.preventDefault()
    const iso = fromField(moment)
    if (iso === null) return setWrong({ moment: 'Enter a date and a time.' })
    await change({ set: iso }, `It is now ${showMoment(iso)}.`)
  }

  return (
    <>
      <h1 tabIndex={-1}>Clock</h1>
      <p className="lead">
        The time of this world, in Kampala. Codes expire, payments settle and orders are dated by this clock.
      </p>
      <Loaded query={polled} what="The clock">
        {({ now, frozen }) => (
          <section className="dial" aria-label="Now">
            <p className="now">
              <time dateTime={now}>{showTime(now)}</time>
            </p>
            <p>
              {showDate(now)} <span className="muted">{now}</span>
            </p>
            <p className={frozen ? 'chip fault' : 'chip good'}>{frozen ? 'Frozen' : 'Running'}</p>
            <div className="actions">
              <Button
                look="main"
                disabled={busy}
                onClick={() =>
                  void change({ frozen: !frozen }, frozen ? 'The clock runs again.' : 'The clock is frozen.')
                }
              >
                {frozen ? 'Resume' : 'Freeze'}
              </Button>
              <Button
                disabled={busy}
                onClick={() =>
                  void change(
                    { set: new Date().toISOString(), frozen: false },
                    'The clock shows the present time and runs.',
                  )
                }
              >
                Back to the present
              </Button>
            </div>
          </section>
        )}
      </Loaded>
      <div className="columns">
        <Panel title="Advance by">
          <div className="actions">
            {STEPS.map(([label, step]) => (
              <Button
                key={step}
                disabled={busy}
                onClick={() => void change({ advance: step }, `The clock has advanced by ${label}.`)}
              >
                + {label}
              </Button>
            ))}
          </div>
          <form className="inline" onSubmit={(event) => void advance(event)} noValidate>
            <TextField
              label="Any duration"
              hint="90s, 1h30m, 7d"
              error={wrong.duration}
              value={duration}
              onType={(text) => {
                setDuration(text)
                setWrong({})
              }}
            />
            <Button type="submit" disabled={busy}>
              Advance
            </Button>
          </form>
        </Panel>
        <Panel title="Set to">
          <form className="inline" onSubmit={(event) => void set(event)} noValidate>
            <TextField
              label="Date and time"
              hint="In Kampala."
              error={wrong.moment}
              type="datetime-local"
              step="1"
              value={moment}
              onType={(text) => {
                setMoment(text)
                setWrong({})
              }}
            />
            <Button type="submit" disabled={busy}>
              Set
            </Button>
          </form>
        </Panel>
      </div>
    </>
  )
}
