import type { ReactNode } from 'react'
import { Alert, Button, Spinner } from 'react-bootstrap'
import { type ControlQuery, connectionProblem, errorText, refetchQueries } from '../control-client.ts'

type QueryStateProps<T> = {
  query: ControlQuery<T>
  /** Subject of the messages, such as `The clock`. */
  subject: string
  children: (data: T) => ReactNode
}

/** Renders every state of a query: loading, failed, loaded, and loaded but stale. */
export function QueryState<T>({ query: { data, error }, subject, children }: QueryStateProps<T>) {
  const hasFailed = error !== null && connectionProblem(error) === null
  if (data === undefined && !hasFailed)
    return <Spinner role="status" aria-busy="true" aria-label={`${subject}: loading`} variant="primary" />
  return (
    <>
      {hasFailed && (
        <Alert variant="danger" className="actions">
          <p>
            <strong>{subject} did not load.</strong> {errorText(error)}
          </p>
          <Button variant="outline-danger" onClick={refetchQueries}>
            Try again
          </Button>
        </Alert>
      )}
      {data !== undefined && children(data)}
    </>
  )
}

type QueryListProps<T> = {
  query: ControlQuery<unknown>
  /** Plural noun of the items, such as `orders`. */
  name: string
  items: readonly T[] | undefined
  emptyState: readonly [message: string, hint: string]
  children: (item: T) => ReactNode
}

/** A list in every state: loading, failed, empty, and with a row for each item. */
export function QueryList<T>({
  query,
  name,
  items = [],
  emptyState: [message, hint],
  children,
}: QueryListProps<T>) {
  return (
    <QueryState query={query} subject={`The list of ${name}`}>
      {() =>
        items.length > 0 ? (
          <ul className="list-group" aria-label={name} children={items.map(children)} />
        ) : (
          <div className="py-4 text-center">
            <p className="fs-5">{message}</p>
            <p className="text-body-secondary">{hint}</p>
          </div>
        )
      }
    </QueryState>
  )
}
