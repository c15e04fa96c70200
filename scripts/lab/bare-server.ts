// The server with which `bench.ts` compares the emulator. Sends bodies from memory, in a separate process.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

process.once('message', (bodiesByPath: Record<string, string>) => {
  const bodies = new Map(Object.entries(bodiesByPath).map(([path, text]) => [path, Buffer.from(text)]))
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '')
    response.writeHead(body ? 200 : 404, {
      'content-type': 'application/json',
      'content-length': body?.length ?? 0,
    })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
