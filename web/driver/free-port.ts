import { createServer } from 'node:net'

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const holder = createServer().listen(0, '127.0.0.1', () => {
      const address = holder.address()
      const taken = typeof address === 'object' && address ? address.port : 0
      holder.close(() => resolve(taken))
    })
  })
}
