import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { onTestFinished, vi } from 'vitest'
import { serveIndex } from '../src/features/search/index/index-service.ts'

/** Lets the search index run in this thread, behind a channel that copies messages as a worker's does. */
export function runIndexHere(): void {
  const ports: MessagePort[] = []
  class Here {
    constructor() {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      serveIndex(port2 as unknown as Parameters<typeof serveIndex>[0])
      port1.start()
      port2.start()
      // biome-ignore lint/correctness/noConstructorReturn: what a page talks to is the other end of the channel
      return port1
    }
  }
  vi.stubGlobal('Worker', Here)
  onTestFinished(() => {
    for (const port of ports) port.close()
  })
}
