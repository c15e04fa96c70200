import http from 'node:http'
import https from 'node:https'
import { type AddressInfo, connect } from 'node:net'

/** Self-signed certificate for https://api.example, valid until 2120, and its key. Used in tests only. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBaDCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAthcGkuZXhh
bXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UE
AwwLYXBpLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARmKvzZteaJ
VluA5yxhVAVeKhQu/1c/HOtW7vtD/4uL1BJLn/gqRBu7xUvMORwlVVm2l5PoSIMW
ks/K43vxYtHOo0owSDAWBgNVHREEDzANggthcGkuZXhhbXBsZTAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBQEmuR+DdzV6OV/BQBjqBO3HMoaojAKBggqhkjOPQQD
AgNJADBGAiEAlKvFt9kHHe3MfuV4ckeQ9FIvT7D6AQKSvLi2XYz8SAcCIQCyxCC9
XWpvuCB09Jv3FQgMYK9h5iBaS27v4XD2GznWLw==
-----END CERTIFICATE-----
`
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgc9cfg0NP7Xrpym2y
GmF3Uk9i52pwsL1D+Z2CCwgVyk2hRANCAARmKvzZteaJVluA5yxhVAVeKhQu/1c/
HOtW7vtD/4uL1BJLn/gqRBu7xUvMORwlVVm2l5PoSIMWks/K43vxYtHO
-----END PRIVATE KEY-----
`

/** A proxy that opens tunnels to an HTTPS host in this process, and the addresses that were requested with CONNECT. */
export type Tunnel = { url: string; requested: string[]; close: () => Promise<void> }

/** @param responses `fetch` of the host */
export async function startTunnel(responses: typeof fetch): Promise<Tunnel> {
  const requested: string[] = []
  const host = https.createServer({ cert: CERTIFICATE, key: KEY }, async ({ url, method = 'GET' }, reply) => {
    const response = await responses(`http://localhost${url}`, {
      method,
      headers: { accept: 'application/json' },
    })
    const headers = Object.fromEntries(response.headers)
    reply.writeHead(response.status, headers).end(Buffer.from(await response.arrayBuffer()))
  })
  const proxy = http.createServer().on('connect', ({ url = '' }, client) => {
    requested.push(url)
    const server = connect((host.address() as AddressInfo).port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      client.pipe(server).pipe(client)
    })
    for (const socket of [client, server]) socket.on('error', () => socket.destroy())
  })
  for (const server of [host, proxy]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    requested,
    close: async () => {
      for (const server of [proxy, host]) {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      }
    },
  }
}
