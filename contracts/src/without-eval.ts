import { z } from 'zod'

// Must be imported before any schema. Otherwise, Zod tries to compile schemas with `new Function`, which a
// Content-Security-Policy blocks and reports.

z.config({ jitless: true })
