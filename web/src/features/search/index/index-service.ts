import { readPublicResponses } from '../../../api/offline-store.ts'
import { readResponse } from './index-entry.ts'
import { type FoundProduct, ShopIndex } from './shop-index.ts'

/** Messages from a page to the worker. */
export type IndexRequest =
  /** Adds a catalogue response, received at `at`. */
  | { type: 'response'; data: unknown; at: number }
  /** Removes a product that the host no longer has. */
  | { type: 'removed'; id: number }
  | { type: 'find'; request: number; query: string; most: number }

/** Messages from the worker to a page. */
export type IndexReply =
  | ({ type: 'found'; request: number } & IndexResponse)
  /** New products were added. */
  | { type: 'grown' }

export type IndexResponse = {
  found: FoundProduct[]
  /** The query with its misspelled words replaced; null if products contain every word or none is similar. */
  corrected: string | null
}

/** A worker's global scope or a message port. */
type Port = {
  postMessage: (reply: IndexReply) => void
  addEventListener: (type: 'message', act: (event: MessageEvent<IndexRequest>) => void) => void
}

/** Delay between an added product and the notification of the page, in milliseconds. */
const NOTIFY_AFTER_MS = 200

/** Handles a page's messages in order, after the index has been built from the cached responses of earlier visits. */
export function serveIndex(port: Port): void {
  const index = new ShopIndex()
  let notifying: ReturnType<typeof setTimeout> | undefined

  const addResponse = (data: unknown, at: number) => {
    const { entries, categories } = readResponse(data, at)
    index.addCategories(categories)
    if (!index.add(entries) || notifying !== undefined) return
    notifying = setTimeout(() => {
      notifying = undefined
      port.postMessage({ type: 'grown' })
    }, NOTIFY_AFTER_MS)
  }
  const addCachedResponses = async () => {
    for (const { data, at } of await readPublicResponses()) addResponse(data, at)
  }
  const handle = (request: IndexRequest) => {
    if (request.type === 'response') addResponse(request.data, request.at)
    else if (request.type === 'removed') index.remove(request.id)
    else {
      const found = index.find(request.query, request.most)
      const corrected = found[0]?.isExact === false ? index.correct(request.query) : null
      port.postMessage({ type: 'found', request: request.request, found, corrected })
    }
  }

  // Without storage, the index contains only the products of this visit.
  let queue = addCachedResponses().catch(() => undefined)
  port.addEventListener('message', ({ data }) => {
    queue = queue
      .then(() => handle(data))
      .catch((error: unknown) => console.info(`The search index: ${error}`))
  })
}
