import type { Settings } from './read-env.ts'

declare const SHOP_SETTINGS: Settings

/**
 * Build-time settings, which vite.config.ts reads and writes into the build. Each has a default that works against the
 * emulator on the page's own origin; docs/deployment.md lists them.
 */
export const env = SHOP_SETTINGS
