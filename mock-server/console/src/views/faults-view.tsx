import { ApiError } from 'contracts/client'
import { useState } from 'react'
import { type EffectKind, NewFault } from '../../../src/control-api/faults.ts'
import { control, runCommand, useControl } from '../control-client.ts'
import * as faultDraft from '../fault-draft.ts'
import { formatCount } from '../format.ts'
import { CommandButton } from '../ui/command-button.tsx'
import { Field, RequestForm, useForm } from '../ui/form.tsx'
import { Panel, ViewHeading } from '../ui/panel.tsx'
import { QueryList } from '../ui/query-state.tsx'

const EFFECT_OPTIONS = Object.entries(faultDraft.EFFECTS).map(
  ([kind, { label }]) => [kind, `${label} (${kind})`] as const,
)

/** @param params initial values of `method` and `path` in the form for a new fault */
export function FaultsView({ params }: { params: URLSearchParams }) {
  return (
    <>
      <ViewHeading title="Faults">
        Failures that the emulator injects in this world. The control API and this console are never affected.
      </ViewHeading>
      <ActiveFaults />
      <Presets />
      <FaultForm method={params.get('method') ?? ''} path={params.get('path') ?? ''} />
    </>
  )
}

function ActiveFaults() {
  const faults = useControl('GET /faults')
  return (
    <Panel
      title="Active faults"
      actions={
        <CommandButton
          label="Remove all"
          question="Remove all faults?"
          disabled={!faults.data?.faults.length}
          send={() => control('DELETE /faults', { body: {} })}
          successMessage="All faults are removed."
        />
      }
    >
      <QueryList
        query={faults}
        name="faults"
        items={faults.data?.faults}
        emptyState={['No faults.', 'Add one of the presets or a custom fault below.']}
      >
        {(fault) => (
          <li key={fault.id} className="list-group-item actions">
            <div className="flex-fill">
              <strong>{faultDraft.formatRoute(fault)}</strong> {faultDraft.formatEffect(fault.effect)}
              <p className="text-body-secondary">
                {`Fault ${fault.id}${faultDraft.formatTrigger(fault)}: `}
                {fault.matched === 0 ? 'not applied yet' : `applied ${formatCount(fault.matched, 'time')}`}
              </p>
            </div>
            <CommandButton
              label="Remove"
              name={`Remove fault ${fault.id}`}
              send={() => control('DELETE /faults', { body: { id: fault.id } })}
              successMessage={`Fault ${fault.id} is removed.`}
            />
          </li>
        )}
      </QueryList>
    </Panel>
  )
}

const ENDPOINT_OPTIONS = [
  ['', 'every request'] as const,
  ...faultDraft.ENDPOINTS.map((key) => [key, key] as const),
]

function Presets() {
  const [endpoint, setEndpoint] = useState('')
  return (
    <Panel title="Presets">
      <Field
        label="Endpoint"
        options={ENDPOINT_OPTIONS}
        value={endpoint}
        onChange={({ target }) => setEndpoint(target.value)}
      />
      <div className="columns narrow">
        {faultDraft.PRESETS.map(({ name, fault }) => (
          <CommandButton
            key={name}
            label={name}
            send={() => control('POST /faults', { body: faultDraft.limitFault(endpoint, fault) })}
            successMessage={`Added for ${endpoint || 'every request'}: ${name.toLowerCase()}.`}
          />
        ))}
      </div>
    </Panel>
  )
}

function FaultForm({ method, path }: { method: string; path: string }) {
  const form = useForm({
    schema: NewFault,
    initial: { ...faultDraft.INITIAL_DRAFT, method, path },
    toBody: faultDraft.toFault,
    // The body has been validated, so status 400 means that the path matches no route.
    fieldOf: (error) => (error instanceof ApiError && error.status === 400 ? 'path' : undefined),
    send: (body) =>
      runCommand(
        () => control('POST /faults', { body }),
        `Added: ${faultDraft.formatRoute(body)} ${faultDraft.formatEffect(body.effect)}.`,
      ),
  })
  const renderFields = (fields: Readonly<Record<string, faultDraft.FaultField>>, prefix = '') =>
    Object.entries(fields).map(([name, { kind, ...props }]) => (
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
          From the journal: {method} {path}. Choose the effect of the fault.
        </p>
      )}
      <RequestForm form={form} submitLabel="Add the fault" className="columns">
        {renderFields(faultDraft.ROUTE_FIELDS)}
        <Field label="Effect" options={EFFECT_OPTIONS} {...form.field('effect')} />
        {renderFields(faultDraft.EFFECTS[form.draft.effect as EffectKind].fields, 'effect.')}
        {renderFields(faultDraft.TRIGGER_FIELDS)}
      </RequestForm>
    </Panel>
  )
}
