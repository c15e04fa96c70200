import { CHROMIUM_FLAGS } from '../chromium-flags.ts'

/** Options that start the full browser, for features that the headless shell lacks: a camera, an installable app. */
export const WHOLE_CHROMIUM = {
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
  args: CHROMIUM_FLAGS,
}
