import { Card } from 'react-bootstrap'
import type { z } from 'zod'
import { clockControl } from '../../../src/control-api/clock.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import { formatDateTime, formatTime, readDateField } from '../format.ts'
import { CommandButton, Field, RequestForm, useForm } from '../ui/form.tsx'
import { Panel, QueryState, StatusBadge, ViewHead } from '../ui/panel.tsx'

const ClockChange = clockControl.change.body
const changeClock = (body: z.infer<typeof ClockChange>) => control('POST /clock', { body })

const ADVANCE_STEPS = { '1 minute': '1m', '15 minutes': '15m', '1 hour': '1h', '1 day': '1d' }

/** Milliseconds between updates of the time, which has seconds. */
const CLOCK_POLL_MS = 1000

export function ClockView() {
  const advanceForm = useForm({
    schema: ClockChange,
    initial: { advance: '' },
    toBody: ({ advance = '' }) => ({ advance: advance.replace(/\s+/g, '') }),
    send: (body) => runCommand(() => changeClock(body), `The clock has advanced by ${body.advance}.`),
  })
  const setForm = useForm({
    schema: ClockChange,
    initial: { set: '' },
    toBody: ({ set = '' }, refuse) => ({
      set: readDateField(set) ?? refuse('set', 'Enter a date and a time.'),
    }),
    send: (body) => runCommand(() => changeClock(body), `It is now ${formatDateTime(body.set ?? '')}.`),
  })
  return (
    <>
      <ViewHead title="Clock">
        The time of this world, in Kampala. Log-ins expire, payments settle and orders are dated by this
        clock.
      </ViewHead>
      <QueryState query={useControl('GET /clock', {}, { pollMs: CLOCK_POLL_MS })} what="The clock">
        {({ now, frozen }) => (
          <Card as="section" body aria-label="Now">
            <time className="display-3" dateTime={now}>
              {formatTime(now)}
            </time>
            <p className="my-2">
              {formatDateTime(now)} <span className="text-body-secondary">{now}</span>{' '}
              <StatusBadge tone={frozen ? 'danger' : 'success'}>{frozen ? 'Frozen' : 'Running'}</StatusBadge>
            </p>
            <div className="actions">
              <CommandButton
                label={frozen ? 'Resume' : 'Freeze'}
                variant="primary"
                send={() => changeClock({ frozen: !frozen })}
                done={frozen ? 'The clock runs again.' : 'The clock is frozen.'}
              />
              <CommandButton
                label="Back to the present"
                send={() => changeClock({ set: new Date().toISOString(), frozen: false })}
                done="The clock shows the present time and runs."
              />
            </div>
          </Card>
        )}
      </QueryState>
      <div className="columns">
        <Panel title="Advance by">
          <div className="actions">
            {Object.entries(ADVANCE_STEPS).map(([label, advance]) => (
              <CommandButton
                key={label}
                label={`+ ${label}`}
                send={() => changeClock({ advance })}
                done={`The clock has advanced by ${label}.`}
              />
            ))}
          </div>
          <RequestForm form={advanceForm} submit="Advance">
            <Field label="Any duration" hint="90s, 1h30m, 7d" {...advanceForm.field('advance')} />
          </RequestForm>
        </Panel>
        <Panel title="Set to">
          <RequestForm form={setForm} submit="Set">
            <Field
              label="Date and time"
              hint="In Kampala."
              type="datetime-local"
              step="1"
              {...setForm.field('set')}
            />
          </RequestForm>
        </Panel>
      </div>
    </>
  )
}
