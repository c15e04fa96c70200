import { z } from 'zod'

// Imported before any schema, because Zod would otherwise try to compile one. A Content-Security-Policy blocks and
// reports that.
z.config({ jitless: true })
