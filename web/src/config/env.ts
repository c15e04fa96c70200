import { readEnv } from './read-env.ts'

/**
 * Build-time settings, read once. Each has a default that works against the emulator on the page's own origin.
 * Documented in the README; nothing else reads import.meta.env.
 */
export const env = readEnv(import.meta.env, import.meta.env.DEV)
