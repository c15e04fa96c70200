/** The search index in a thread of its own: typing never waits for it. */
import { serveIndex } from './index-service.ts'

serveIndex(self)
