import { createServer } from 'node:net'
import { PortTaken, StartError } from '../start-error.ts'
import type { AccessOptions } from './access/guard.ts'

/** Reserves a port, so that a start with a port in use changes nothing. @returns a function that releases it */
export async function holdPort({ host = '127.0.0.1', port }: AccessOptions): Promise<() => Promise<void>> {
  if (!port) return async () => {}
  const holder = createServer((socket) => socket.destroy())
  await new Promise<void>((held, failed) => {
    holder.once('error', (error) => failed(listenError(error, host, port)))
    holder.listen({ host, port }, held)
  })
  return () => new Promise((released) => holder.close(() => released()))
}

/** Converts a listen error into a StartError; returns other errors unchanged. */
export function listenError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return new PortTaken(port)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EACCES') {
    return new StartError(
      `Cannot listen on ${host}:${port} (${code}); set HOST and PORT to an address of this machine.`,
    )
  }
  return error
}
