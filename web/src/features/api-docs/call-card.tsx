import { type ApiDocument, type Call, type Operation, referencedSchemas, schemaText } from './document.ts'

/** A collapsible description of an API request, with parameters, responses, examples and evidence. */
export function CallCard({ call: { method, path, operation }, all }: { call: Call; all: ApiDocument }) {
  const { schemas } = all.components
  const body = operation.requestBody?.content['application/json']?.schema
  const parts = referencedSchemas([body, operation.responses], schemas)
  return (
    <details className="api-call">
      <summary>
        <span className={`api-method api-${method.toLowerCase()}`}>{method}</span> <code>{path}</code>
        <span className="api-summary">{operation.summary}</span>
      </summary>
      <dl>
        <dt>Authentication</dt>
        <dd>{authText(operation.security)}</dd>
        {operation.parameters ? (
          <>
            <dt>Parameters</dt>
            <dd>
              <ul>
                {operation.parameters.map((parameter) => (
                  <li key={parameter.name}>
                    <code>{parameter.name}</code> ({parameter.in}
                    {parameter.required ? ', required' : ''}): <code>{schemaText(parameter.schema)}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        ) : null}
        {body ? (
          <>
            <dt>Body</dt>
            <dd>
              <Code text={schemaText(body)} />
            </dd>
          </>
        ) : null}
        <dt>Responses</dt>
        <dd>
          {Object.entries(operation.responses).map(([status, response]) => (
            <div key={status}>
              <p>
                <strong>{status}</strong> {response.description}
              </p>
              <Code text={schemaText(response.content['application/json']?.schema ?? {})} />
            </div>
          ))}
        </dd>
        {parts.length > 0 ? (
          <>
            <dt>Components</dt>
            <dd>
              <Code text={parts.map((name) => `${name} = ${schemaText(schemas[name] ?? {})}`).join('\n\n')} />
            </dd>
          </>
        ) : null}
        <dt>Examples</dt>
        <dd>
          {operation['x-cases'].map((example) => (
            <div key={example.title}>
              <p>
                It {example.title}: <strong>{example.status}</strong>
                {example.as === 'anonymous' ? '' : `, sent as ${example.as}`}
              </p>
              <Code text={requestText(method, path, example)} />
            </div>
          ))}
        </dd>
        <dt>How we know</dt>
        <dd>{evidenceText(operation['x-evidence'])}</dd>
      </dl>
    </details>
  )
}

function Code({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be reachable by keyboard
    <pre tabIndex={0}>{text}</pre>
  )
}

function authText(security: object[]): string {
  if (security.length === 0) return 'None.'
  const open = security.some((way) => Object.keys(way).length === 0)
  return `The customer's token: Authorization: Bearer {token}.${open ? ' Some parameters open it to everyone.' : ''}`
}

function requestText(method: string, path: string, example: Operation['x-cases'][number]): string {
  const params = (example.params ?? {}) as Record<string, unknown>
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
  const query = example.query ? `?${new URLSearchParams(example.query)}` : ''
  const body = example.body === undefined ? '' : `\n\n${JSON.stringify(example.body, null, 2)}`
  return `${method} /api/v1${filled}${query}${body}`
}

function evidenceText({ kind, on, source, why, note }: Operation['x-evidence']): string {
  const start = kind.charAt(0).toUpperCase() + kind.slice(1)
  return [`${start}: ${on ?? source ?? why ?? ''}`, note].filter(Boolean).join('. ')
}
