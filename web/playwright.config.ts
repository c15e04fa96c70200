import { defineConfig } from '@playwright/test'
import { launchOptions } from './chromium-flags.ts'

/** End-to-end tests with the built shop, the emulator on a port, and Chromium. */
export default defineConfig({
  testDir: './e2e',
  globalSetup: '../contracts/test/temporary-folder.ts',
  outputDir: '../.data/test/journey',
  // Generous, because a parallel test run on the same machine may use most of its cores.
  timeout: 300_000,
  // Two files in parallel: one can render while the other waits for a timer or the network.
  workers: 2,
  expect: { timeout: 60_000 },
  // Tests that pass only on retry are named and limited in number (scripts/test.ts).
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: 'en-UG',
    timezoneId: 'Africa/Kampala',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Tracing doubles a test's time, so only retries are traced.
    trace: 'on-first-retry',
    launchOptions: launchOptions(),
  },
})
