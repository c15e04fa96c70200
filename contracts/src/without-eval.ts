import { z } from 'zod'

// Imported before any schema: zod otherwise tries to compile one, which a page's Content-Security-Policy blocks and reports.
z.config({ jitless: true })
