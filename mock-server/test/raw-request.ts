import { connect } from 'node:net'

/** The response to a raw request that HTTP clients would refuse to send. */
export type RawResponse = { status: number; body: string }

/**
 * Writes a request unchanged to a loopback port and reads until the connection closes.
 * @param text the whole request; it should contain `Connection: close`
 */
export function rawRequest(port: number, text: string): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const response = Buffer.concat(chunks).toString('latin1')
      const [head = '', ...rest] = response.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body: rest.join('\r\n\r\n') })
    })
  })
}
