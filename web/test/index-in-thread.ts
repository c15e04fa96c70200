import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { onTestFinished, vi } from 'vitest'
import { serveIndex } from '../src/features/search/index/index-service.ts'

/** Runs the search index in this thread, behind a channel that clones messages like a worker. */
export function runIndexInThread(): void {
  const ports: MessagePort[] = []
  class ThisThread {
    constructor() {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      serveIndex(port2 as unknown as Parameters<typeof serveIndex>[0])
      port1.start()
      port2.start()
      // biome-ignore lint/correctness/noConstructorReturn: the page uses the other end of the channel
      return port1
    }
  }
  vi.stubGlobal('Worker', ThisThread)
  onTestFinished(() => {
    for (const port of ports) port.close()
  })
}
