import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isRejected, useToken } from '../../api/session.ts'
import { customerQuery, fullName, type ShopCustomer } from '../../domain/customer.ts'
import { failureAdvice } from '../../domain/failure-advice.ts'
import { Failure } from '../../ui/feedback/load-states.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'

type Props = {
  /** The token that was stored when the account area was opened. It may have expired. */
  token: string
  /** Rendered below the details. */
  children: ReactNode
}

export function Dashboard({ token, children }: Props) {
  const isLoggedIn = useToken() !== null
  const { data, error, isPending, refetch } = useQuery({ ...customerQuery(token), enabled: isLoggedIn })
  const showDetails = () => {
    if (!isLoggedIn && !isRejected(token))
      return error ? null : <Failure message="Error: No authentication token found" />
    if (data)
      return (
        <>
          <DetailLines customer={data} />
          {children}
        </>
      )
    if (error || !isLoggedIn) return null
    if (isPending) return <DetailLines customer={null} />
    return <Failure message="Error: No account details found." onRetry={() => void refetch()} />
  }
  return (
    <>
      <h2>Your Details</h2>
      {error ? (
        <>
          <Failure
            message="Error: Failed to fetch data"
            onRetry={isLoggedIn ? () => void refetch() : undefined}
          />
          {isLoggedIn && (
            <p>{failureAdvice(error) ?? 'Your account is safe. Please try again in a minute.'}</p>
          )}
        </>
      ) : null}
      {showDetails()}
    </>
  )
}

/** @param props.customer null while it loads */
function DetailLines({ customer }: { customer: ShopCustomer | null }) {
  const name = fullName(customer)
  const lines = { Name: name, Email: customer?.email, Phone: customer?.phone }
  return (
    <div className="account-profile d-flex flex-wrap gap-4" aria-busy={customer === null}>
      {customer ? (
        <Portrait url={customer.image_fullpath} name={name} />
      ) : (
        <>
          <span className="visually-hidden" role="status">
            Loading...
          </span>
          <Skeleton width="96px" height="96px" className="account-portrait" />
        </>
      )}
      <dl className="ruled-rows">
        {Object.entries(lines).map(([label, text]) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd>{customer ? text || '—' : <Skeleton width="12rem" />}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Portrait({ url, name }: { url: string | null; name: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()
  return url && failed !== url ? (
    <img
      className="account-portrait"
      src={url}
      alt="Profile"
      width={96}
      height={96}
      onError={() => setFailed(url)}
    />
  ) : (
    <span className="account-portrait" role="img" aria-label="Profile">
      {initials || '?'}
    </span>
  )
}
