import type { Settings } from './read-env.ts'

declare const SHOP_SETTINGS: Settings

/** Settings of the build (docs/deployment.md). The defaults work with the emulator on the page's origin. */
export const env = SHOP_SETTINGS
