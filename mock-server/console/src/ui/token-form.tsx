import { type FormEvent, useState } from 'react'
import { tryAgain } from '../connection.ts'
import { keepToken } from '../control.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'

/** Asks for the control token where others can reach the emulator. The tab keeps it. */
export function TokenForm() {
  const [token, setToken] = useState('')
  const [tried, setTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (token.trim() === '') return
    keepToken(token.trim())
    setTried(true)
    tryAgain()
  }

  return (
    <form className="panel token" onSubmit={submit}>
      <h1>This emulator wants its token</h1>
      <p>
        Others can reach this emulator, so the control API asks for its token. It was printed where the
        emulator was started.
      </p>
      <Field label="Token" error={tried ? 'That is not the token of this emulator.' : undefined}>
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => {
              setToken(event.target.value)
              setTried(false)
            }}
          />
        )}
      </Field>
      <Button type="submit" look="main">
        Unlock
      </Button>
    </form>
  )
}
