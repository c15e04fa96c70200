import { queryOptions, useQuery } from '@tanstack/react-query'
import { env } from '../../config/env.ts'
import { Failure } from '../../ui/feedback/load-states.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import './api-page.scss'

/** The fields of the generated OpenAPI 3.1 document that the page shows. */
export type ApiDocument = {
  info: { description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

type Operation = { operationId: string; tags: string[]; summary: string; security: object[] }

const DOCUMENT_URL = '/openapi.json'

const documentQuery = queryOptions({
  queryKey: ['api-document'],
  queryFn: async ({ signal }): Promise<ApiDocument> => {
    const response = await fetch(DOCUMENT_URL, { signal })
    if (!response.ok) throw new Error(`${DOCUMENT_URL} responded with ${response.status}`)
    return (await response.json()) as ApiDocument
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** A shop publishes its API only if its owner chooses to. */
export default function ApiPage() {
  if (env.apiPage) return <ApiRequests />
  return (
    <div className="shell page">
      <PageHead title="API" />
      <p>This shop doesn't publish a description of its API.</p>
    </div>
  )
}

/** The requests of the provider's API by resource, with a link to the OpenAPI document. */
function ApiRequests() {
  const { data, isPending, refetch } = useQuery(documentQuery)
  return (
    <div className="shell page">
      <PageHead title="API">
        <a className="btn btn-outline-secondary" href={DOCUMENT_URL} download="openapi.json">
          <Icon name="download" />
          OpenAPI 3.1
        </a>
      </PageHead>
      {data ? (
        <>
          <p className="measure">
            {data.info.description} All paths start with <code>{data.servers[0]?.url}</code>.
          </p>
          {data.tags.map(({ name }) => (
            <section key={name} aria-labelledby={`api-${name}`}>
              <h2 id={`api-${name}`} className="api-tag">
                {name}
              </h2>
              <ul className="ruled-rows">
                {operationsOf(data, name).map(({ method, path, operation }) => (
                  <li key={operation.operationId}>
                    <strong>{method}</strong> <code>{path}</code>
                    <span className="d-block muted">
                      {operation.summary} {authText(operation.security)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      ) : isPending ? (
        <Spinner fillsPage />
      ) : (
        <Failure message="The API description didn't load." onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function operationsOf({ paths: pathItems }: ApiDocument, tag: string) {
  return Object.entries(pathItems).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function authText(security: object[]): string {
  if (security.length === 0) return ''
  const isOptional = security.some((scheme) => Object.keys(scheme).length === 0)
  return isOptional ? "Accepts the customer's token." : "Requires the customer's token."
}
