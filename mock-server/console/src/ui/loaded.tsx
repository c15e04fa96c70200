import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { connection, messageOf } from '../state.ts'
import { Button } from './button.tsx'

type Props<T> = { query: UseQueryResult<T>; what: string; children: (data: T) => ReactNode }

/** Renders every state of a query: loading, failed, loaded, and loaded but stale. */
export function Loaded<T>({ query, what, children }: Props<T>) {
  const { data, isFetching, refetch } = query
  const isUp = connection.use() === 'up'
  // A refetch clears the error of a query that has no data, so the error is kept until the refetch ends.
  const [error, setError] = useState(query.error)
  if (!isFetching && error !== query.error) setError(query.error)
  if (data === undefined && (error === null || !isUp)) {
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
      {/* If the emulator does not respond, the page's banner reports it instead. */}
      {error !== null && isUp && (
        <div className="alert" role="alert">
          <p>
            <strong>{what} did not load.</strong> {messageOf(error)}
          </p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  )
}
