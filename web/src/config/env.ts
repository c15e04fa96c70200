import { readEnv, type Settings } from './read-env.ts'

/** The settings as the build has read them (vite.config.ts). */
declare const SHOP_SETTINGS: Settings

/**
 * Build-time settings, read once. Each has a default that works against the emulator on the page's own origin.
 * Documented in the README; nothing else reads import.meta.env.
 */
export const env: Settings = import.meta.env.PROD
  ? SHOP_SETTINGS
  : readEnv(import.meta.env, import.meta.env.DEV)
