import { CHROMIUM_FLAGS } from '../chromium-flags.ts'

/** Options that start the whole browser, for what the headless shell lacks: a camera, an app that can be installed. */
export const WHOLE_CHROMIUM = {
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: CHROMIUM_FLAGS,
}
