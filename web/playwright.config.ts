import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from './chromium-flags.ts'

const browser = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH

/** The journey: the real build, the real emulator on a port, a real Chromium. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../.data/test/journey',
  // What assistive technology reads of each screen, for reviews to compare.
  snapshotPathTemplate: '{testDir}/accessibility-trees/{arg}{ext}',
  // Limits of waiting, not of speed: another test run on the same machine may take most of its processors.
  timeout: 300_000,
  // Two files at a time: while one waits for a timer or the network, the other draws.
  workers: 2,
  expect: { timeout: 60_000 },
  // What passes only then is named, and counted (scripts/commands/test.ts).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: 'en-UG',
    timezoneId: 'Africa/Kampala',
    actionTimeout: 60_000,
    // Recording takes about as long as what is recorded: only a test that has failed is recorded as it is tried again.
    trace: 'on-first-retry',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: CHROMIUM_FLAGS,
    },
  },
})
