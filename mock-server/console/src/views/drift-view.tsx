import { type ChangeEvent, useState } from 'react'
import { control } from '../control.ts'
import { count } from '../format.ts'
import { useCommand, useControl } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, Panel } from '../ui/panel.tsx'

/** Loads a drift report so that the world reproduces its findings. */
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
      return setWrong(`${file.name} is not valid JSON; choose a report.json from the contract command.`)
    }
    await run(
      () => control('POST /drift', { body: { report } }),
      `The world reproduces the drift in ${file.name}.`,
    )
    // Lets the user choose the same file again after it has changed.
    target.value = ''
  }

  return (
    <>
      <h1 tabIndex={-1}>Drift</h1>
      <p className="lead">
        See how the shop copes with a changed provider. This world responds like the host that a report
        describes.
      </p>
      <Loaded query={polled} what="The drift">
        {({ target, endpoints }) => (
          <Panel
            title="Reproduced"
            actions={
              target !== null && (
                <Button
                  disabled={busy}
                  onClick={() =>
                    void run(() => control('DELETE /drift'), 'The world follows the contract again.')
                  }
                >
                  Stop reproducing
                </Button>
              )
            }
          >
            {target === null ? (
              <EmptyState title="No drift.">
                Load a report below to see how the shop copes with the host's changes.
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
          label="Report from the contract command"
          hint="Written by npm run contract -- --target https://… --report report.json"
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
