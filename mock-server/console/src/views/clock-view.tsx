import { Card } from 'react-bootstrap'
import type { z } from 'zod'
import { clockControl } from '../../../src/control-api/clock.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import { formatDateTime, formatTime, fromField } from '../format.ts'
import { CommandButton, Field, RequestForm, useForm } from '../ui/form.tsx'
import { Panel, QueryState, StatusBadge, ViewHead } from '../ui/panel.tsx'

const ClockChange = clockControl.change.body
const change = (body: z.infer<typeof ClockChange>) => control('POST /clock', { body })

const STEPS = { '1 minute': '1m', '15 minutes': '15m', '1 hour': '1h', '1 day': '1d' }

export function ClockView() {
  const duration = useForm({
    schema: ClockChange,
    initial: { advance: '' },
    toBody: ({ advance = '' }) => ({ advance: advance.replace(/\s+/g, '') }),
    send: (body) => runCommand(() => change(body), `The clock has advanced by ${body.advance}.`),
  })
  const moment = useForm({
    schema: ClockChange,
    initial: { set: '' },
    toBody: ({ set = '' }, refuse) => ({ set: fromField(set) ?? refuse('set', 'Enter a date and a time.') }),
    send: (body) => runCommand(() => change(body), `It is now ${formatDateTime(body.set ?? '')}.`),
  })
  return (
    <>
      <ViewHead title="Clock">
        The time of this world, in Kampala. Log-ins expire, payments settle and orders are dated by this
        clock.
      </ViewHead>
      <QueryState query={useControl('GET /clock', 1000)} what="The clock">
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
                send={() => change({ frozen: !frozen })}
                done={frozen ? 'The clock runs again.' : 'The clock is frozen.'}
              />
              <CommandButton
                label="Back to the present"
                send={() => change({ set: new Date().toISOString(), frozen: false })}
                done="The clock shows the present time and runs."
              />
            </div>
          </Card>
        )}
      </QueryState>
      <div className="columns">
        <Panel title="Advance by">
          <div className="actions">
            {Object.entries(STEPS).map(([label, advance]) => (
              <CommandButton
                key={label}
                label={`+ ${label}`}
                send={() => change({ advance })}
                done={`The clock has advanced by ${label}.`}
              />
            ))}
          </div>
          <RequestForm form={duration} submit="Advance">
            <Field label="Any duration" hint="90s, 1h30m, 7d" {...duration.field('advance')} />
          </RequestForm>
        </Panel>
        <Panel title="Set to">
          <RequestForm form={moment} submit="Set">
            <Field
              label="Date and time"
              hint="In Kampala."
              type="datetime-local"
              step="1"
              {...moment.field('set')}
            />
          </RequestForm>
        </Panel>
      </div>
    </>
  )
}
