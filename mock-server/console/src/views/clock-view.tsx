import type { SuccessOf } from 'contracts/endpoint'
import { Card } from 'react-bootstrap'
import type { z } from 'zod'
import { clockControl } from '../../../src/control-api/clock.ts'
import type { Control } from '../../../src/control-api/control.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import { formatDateTime, formatTime, readDateField } from '../format.ts'
import { CommandButton } from '../ui/command-button.tsx'
import { Field, RequestForm, useForm } from '../ui/form.tsx'
import { Panel, ViewHeading } from '../ui/panel.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/values.tsx'

const ClockChange = clockControl.change.body
const changeClock = (body: z.infer<typeof ClockChange>) => control('POST /clock', { body })

const ADVANCE_STEPS = { '1 minute': '1m', '15 minutes': '15m', '1 hour': '1h', '1 day': '1d' }

/** Milliseconds between updates of the time, which has seconds. */
const CLOCK_POLL_MS = 1000

export function ClockView() {
  return (
    <>
      <ViewHeading title="Clock">
        The time of this world, in Kampala. Log-ins expire, payments settle and orders are dated by this
        clock.
      </ViewHeading>
      <QueryState query={useControl('GET /clock', {}, { pollMs: CLOCK_POLL_MS })} subject="The clock">
        {(clock) => <CurrentTime {...clock} />}
      </QueryState>
      <div className="columns">
        <AdvancePanel />
        <SetPanel />
      </div>
    </>
  )
}

function CurrentTime({ now, frozen }: SuccessOf<Control['clock']['get']>) {
  return (
    <Card as="section" body aria-label="Current time">
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
          successMessage={frozen ? 'The clock runs again.' : 'The clock is frozen.'}
        />
        <CommandButton
          label="Back to the present"
          send={() => changeClock({ set: new Date().toISOString(), frozen: false })}
          successMessage="The clock shows the present time and runs."
        />
      </div>
    </Card>
  )
}

function AdvancePanel() {
  const form = useForm({
    schema: ClockChange,
    initial: { advance: '' },
    toBody: ({ advance = '' }) => ({ advance: advance.replace(/\s+/g, '') }),
    send: (body) => runCommand(() => changeClock(body), `The clock has advanced by ${body.advance}.`),
  })
  return (
    <Panel title="Advance by">
      <div className="actions">
        {Object.entries(ADVANCE_STEPS).map(([label, advance]) => (
          <CommandButton
            key={label}
            label={`+ ${label}`}
            send={() => changeClock({ advance })}
            successMessage={`The clock has advanced by ${label}.`}
          />
        ))}
      </div>
      <RequestForm form={form} submitLabel="Advance">
        <Field label="Any duration" hint="90s, 1h30m, 7d" {...form.field('advance')} />
      </RequestForm>
    </Panel>
  )
}

function SetPanel() {
  const form = useForm({
    schema: ClockChange,
    initial: { set: '' },
    toBody: ({ set = '' }, addError) => ({
      set: readDateField(set) ?? addError('set', 'Enter a date and a time.'),
    }),
    send: (body) => runCommand(() => changeClock(body), `It is now ${formatDateTime(body.set ?? '')}.`),
  })
  return (
    <Panel title="Set to">
      <RequestForm form={form} submitLabel="Set">
        <Field
          label="Date and time"
          hint="In Kampala."
          type="datetime-local"
          step="1"
          {...form.field('set')}
        />
      </RequestForm>
    </Panel>
  )
}
