import { ApiError } from 'contracts/client'
import { useState } from 'react'
import { type EffectKind, NewFault } from '../../../src/control-api/faults.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import * as faultDraft from '../fault-draft.ts'
import { formatCount } from '../format.ts'
import { CommandButton, Field, RequestForm, useForm } from '../ui/form.tsx'
import { Panel, Rows, ViewHead } from '../ui/panel.tsx'

const EFFECT_OPTIONS = Object.entries(faultDraft.EFFECTS).map(([kind, { label }]) => [kind, label] as const)

/** The world's faults and a form that adds one. @param query `method` and `path` of a request that should fail */
export function FaultsView({ query }: { query: URLSearchParams }) {
  const faults = useControl('GET /faults')

  return (
    <>
      <ViewHead title="Faults">
        Failures that the emulator injects in this world. The control API and this console are never affected.
      </ViewHead>
      <Panel
        title="Active"
        actions={
          <CommandButton
            label="Remove all"
            question="Remove all faults?"
            disabled={!faults.data?.faults.length}
            send={() => control('DELETE /faults', { body: {} })}
            done="All faults are removed."
          />
        }
      >
        <Rows
          query={faults}
          name="faults"
          items={faults.data?.faults}
          empty={['No faults.', 'Add one of the presets below, or describe your own.']}
        >
          {(fault) => (
            <li key={fault.id} className="list-group-item actions">
              <div className="flex-fill">
                <strong>{faultDraft.formatTarget(fault)}</strong> {faultDraft.formatEffect(fault.effect)}
                <p className="text-body-secondary">
                  {`Fault ${fault.id}${faultDraft.formatTrigger(fault)}: `}
                  {fault.matched === 0 ? 'not applied yet' : `applied ${formatCount(fault.matched, 'time')}`}
                </p>
              </div>
              <CommandButton
                label="Remove"
                name={`Remove fault ${fault.id}`}
                send={() => control('DELETE /faults', { body: { id: fault.id } })}
                done={`Fault ${fault.id} is removed.`}
              />
            </li>
          )}
        </Rows>
      </Panel>
      <Presets />
      <FaultForm method={query.get('method') ?? ''} path={query.get('path') ?? ''} />
    </>
  )
}

const TARGET_OPTIONS = [
  ['', 'every request'] as const,
  ...faultDraft.ENDPOINTS.map((key) => [key, key] as const),
]

function Presets() {
  const [endpoint, setEndpoint] = useState('')
  return (
    <Panel title="Presets">
      <Field
        label="Requests"
        options={TARGET_OPTIONS}
        value={endpoint}
        onChange={({ target }) => setEndpoint(target.value)}
      />
      <div className="columns narrow">
        {faultDraft.PRESETS.map(({ name, fault }) => (
          <CommandButton
            key={name}
            label={name}
            send={() => control('POST /faults', { body: faultDraft.limitFault(endpoint, fault) })}
            done={`Added for ${endpoint || 'every request'}: ${name.toLowerCase()}.`}
          />
        ))}
      </div>
    </Panel>
  )
}

function FaultForm({ method, path }: { method: string; path: string }) {
  const form = useForm({
    schema: NewFault,
    initial: { ...faultDraft.NEW_DRAFT, method, path },
    toBody: faultDraft.toFault,
    // The body matches its schema, so 400 means that no route has the path.
    fieldOf: (error) => (error instanceof ApiError && error.status === 400 ? 'path' : undefined),
    send: (body) =>
      runCommand(
        () => control('POST /faults', { body }),
        `Added: ${faultDraft.formatTarget(body)} ${faultDraft.formatEffect(body.effect)}.`,
      ),
  })
  const fields = (of: Readonly<Record<string, faultDraft.FaultField>>, prefix = '') =>
    Object.entries(of).map(([name, { kind, ...props }]) => (
      <Field
        key={prefix + name}
        {...props}
        {...form.field(prefix + name)}
        inputMode={kind === 'number' ? 'decimal' : 'text'}
      />
    ))
  return (
    <Panel title="Custom fault">
      {path !== '' && (
        <p className="text-body-secondary">
          From the journal: {method} {path}. Choose how it should fail.
        </p>
      )}
      <RequestForm form={form} submit="Add the fault" className="columns">
        {fields(faultDraft.TARGET_FIELDS)}
        <Field label="Effect" options={EFFECT_OPTIONS} {...form.field('effect')} />
        {fields(faultDraft.EFFECTS[form.draft.effect as EffectKind].fields, 'effect.')}
        {fields(faultDraft.WHEN_FIELDS)}
      </RequestForm>
    </Panel>
  )
}
