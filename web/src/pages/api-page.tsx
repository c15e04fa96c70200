import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { paths } from '../config/paths.ts'
import { CallCard } from '../features/api-docs/call-card.tsx'
import { apiDocumentQuery, DOCUMENT_URL, findCalls } from '../features/api-docs/document.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Failure } from '../ui/feedback/failure.tsx'
import { Field } from '../ui/form/field.tsx'
import { Spinner } from '../ui/loading/spinner.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { useQueryParams } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/form/forms.scss'
import '../features/api-docs/api-docs.scss'

/** The documentation of the provider's API, generated from the contracts. */
export function ApiPage() {
  const { data, isPending, refetch } = useQuery(apiDocumentQuery())
  const navigate = useNavigate()
  const words = useQueryParams().get('q') ?? ''
  const search = (text: string) =>
    navigate({ search: text === '' ? '' : String(new URLSearchParams({ q: text })) }, { replace: true })
  const calls = data ? findCalls(data, words) : []
  return (
    <div className="shell page">
      <PageHead
        title="API"
        facts={{
          canonical: paths.apiDocs,
          description: 'Every request that this shop sends to its provider.',
        }}
      >
        <a className="btn btn-outline-secondary" href={DOCUMENT_URL} download="openapi.json">
          <Icon name="download" />
          OpenAPI 3.1
        </a>
      </PageHead>
      {data ? (
        <>
          <p className="measure api-intro">
            {data.info.description} All paths start with <code>{data.servers[0]?.url}</code>.
          </p>
          <Field
            label="Find a request"
            name="q"
            type="search"
            value={words}
            onChange={search}
            hint="A path, a resource, a field: orders, cart, total_stock"
          />
          <p className="muted" role="status">
            {calls.length === 1 ? '1 call' : `${calls.length} calls`}
          </p>
          {calls.length === 0 ? (
            <EmptyState
              title="No matching requests."
              text="Try a resource, a field or part of a path."
              action={
                <button type="button" className="btn btn-primary" onClick={() => search('')}>
                  All requests
                </button>
              }
            />
          ) : null}
          {data.tags.map(({ name }) => {
            const tagged = calls.filter(({ operation }) => operation.tags.includes(name))
            return tagged.length === 0 ? null : (
              <section key={name} className="api-resource" aria-labelledby={`api-${name}`}>
                <h2 id={`api-${name}`}>{name}</h2>
                {tagged.map((call) => (
                  <CallCard key={call.operation.operationId} call={call} all={data} />
                ))}
              </section>
            )
          })}
        </>
      ) : isPending ? (
        <Spinner fillsPage />
      ) : (
        <Failure message="The API description didn't load." onRetry={() => void refetch()} />
      )}
    </div>
  )
}
