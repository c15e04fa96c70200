import type { ReactNode } from 'react'
import { connection, sentenceOf } from '../connection.ts'
import type { Polled } from '../use-poll.ts'
import { Button } from './button.tsx'

type Props<T> = { polled: Polled<T>; what: string; children: (data: T) => ReactNode }

/** The states of loaded data: loading, failed, loaded, and loaded but stale. */
export function Loaded<T>({ polled: { data, error, refresh }, what, children }: Props<T>) {
  const up = connection.use() === 'up'
  // While the emulator does not answer the banner says so, once for the whole page.
  const fault = error !== null && up && (
    <div className="alert" role="alert">
      <p>
        <strong>{what} did not load.</strong> {sentenceOf(error)}
      </p>
      <Button onClick={refresh}>Try again</Button>
    </div>
  )
  if (data === null && (error === null || !up)) {
    return (
      <div className="ruled" aria-busy="true">
        <span role="status" className="unseen">
          {what}: loading
        </span>
      </div>
    )
  }
  return (
    <>
      {fault}
      {data !== null && children(data)}
    </>
  )
}
