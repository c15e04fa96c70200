import { type FormEvent, useState } from 'react'
import { storeToken } from '../control.ts'
import { refreshAll } from '../queries.ts'
import { Button } from './button.tsx'
import { TextField } from './field.tsx'

/** Asks for the control token if the emulator requires it, and stores it for the tab. */
export function TokenForm() {
  const [token, setToken] = useState('')
  const [tried, setTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (token.trim() === '') return
    storeToken(token.trim())
    setTried(true)
    refreshAll()
  }

  return (
    <form className="panel token" onSubmit={submit}>
      <h1>This emulator requires its token</h1>
      <p>
        Other machines can reach this emulator, so the control API requires its token. It was printed when the
        emulator started.
      </p>
      <TextField
        label="Token"
        error={tried ? 'This is not the token of the emulator.' : undefined}
        type="password"
        autoComplete="off"
        value={token}
        onType={(text) => {
          setToken(text)
          setTried(false)
        }}
      />
      <Button type="submit" look="main">
        Unlock
      </Button>
    </form>
  )
}
