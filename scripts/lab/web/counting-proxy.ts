import { type AddressInfo, connect, createServer } from 'node:net'

/** A TCP proxy to a local host that counts response bytes including headers, of pages and service workers. */
export type CountingProxy = {
  origin: string
  /** Bytes since the last call. */
  takeBytes: () => number
  close: () => void
}

/** @param origin such as `http://127.0.0.1:8311` */
export async function startCountingProxy(origin: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(origin)
  let bytes = 0
  const server = createServer((client) => {
    const host = connect(Number(port), hostname)
    host.on('data', (chunk) => {
      bytes += chunk.length
    })
    client.pipe(host).pipe(client)
    const end = () => {
      client.destroy()
      host.destroy()
    }
    for (const side of [client, host]) side.on('error', end).on('close', end)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeBytes: () => {
      const taken = bytes
      bytes = 0
      return taken
    },
    close: () => server.close(),
  }
}
