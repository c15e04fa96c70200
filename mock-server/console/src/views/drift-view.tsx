import { type ChangeEvent, useState } from 'react'
import { control } from '../control.ts'
import { count } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'

/** Loads a drift report, whose findings the world then reproduces. */
export function DriftView() {
  const polled = useControl('GET /drift', 2000)
  const { busy, run } = useCommand()
  const [wrong, setWrong] = useState<string>()

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    setWrong(undefined)
    let report: unknown
    try {
      report = JSON.parse(await file.text())
    } catch {
      return setWrong(`${file.name} is no JSON; choose a report.json of the contract command.`)
    }
    await run(() => control('POST /drift', { body: { report } }), `The drift of ${file.name} is played back.`)
    // The same file may be chosen again after it has changed.
    target.value = ''
  }

  return (
    <>
      <h1 tabIndex={-1}>Drift</h1>
      <p className="lead">
        Test a changed provider before shoppers do: this world responds like the host of a report.
      </p>
      <Loaded query={polled} what="The drift">
        {({ target, endpoints }) => (
          <Panel
            title="Played back"
            actions={
              target !== null && (
                <Button
                  disabled={busy}
                  onClick={() =>
                    void run(() => control('DELETE /drift'), 'The world follows the contract again.')
                  }
                >
                  Keep the contract again
                </Button>
              )
            }
          >
            {target === null ? (
              <EmptyState title="No drift.">
                Load a report below, and the shop meets what the host has changed.
              </EmptyState>
            ) : (
              <>
                <p>
                  Responds like <strong>{target}</strong>: {count(endpoints.length, 'endpoint')} drifted.
                </p>
                <ul className="rows">
                  {endpoints.map(({ name, method, path, findings }) => (
                    <li key={name}>
                      <div>
                        <strong>
                          {method} {path}
                        </strong>
                        <ul className="findings">
                          {findings.map(({ where, expected, actual }, index) => (
                            <li key={index}>
                              <code>{where}</code> {expected} became {actual}
                            </li>
                          ))}
                        </ul>
                      </div>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Panel>
        )}
      </Loaded>
      <Panel title="Load a report">
        <TextField
          label="Report of the contract command"
          hint="npm run contract -- --target https://… --report report.json writes one."
          error={wrong}
          type="file"
          accept=".json,application/json"
          disabled={busy}
          onChange={(event) => void choose(event)}
        />
      </Panel>
    </>
  )
}
