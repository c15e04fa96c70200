/** Runs the search index in a worker, so that it never blocks typing. */
import { serveIndex } from './index-service.ts'

serveIndex(self)
