import type { Settings } from './read-env.ts'

declare const SHOP_SETTINGS: Settings

/**
 * Build-time settings, which vite.config.ts reads and writes into the build. The defaults work with the emulator on the
 * page's origin; docs/deployment.md lists them.
 */
export const env = SHOP_SETTINGS
