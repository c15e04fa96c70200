// The load generator of `bench.ts`. Runs in a separate process, because other work in its process would delay requests.
import autocannon, { type Options, type Request } from 'autocannon'

process.once('message', async ({ requests = [], ...options }: Options) => {
  let next = 0
  const setupRequest = (request: Request) => ({ ...request, ...requests[next++ % requests.length] })
  // A single request is encoded only once.
  const result = await autocannon({
    ...options,
    requests: requests.length > 1 ? [{ setupRequest }] : requests,
  })
  process.send?.(result, () => process.disconnect())
})
