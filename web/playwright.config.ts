import { defineConfig } from '@playwright/test'

/** The journey: the real build, the real emulator on a port, a real Chromium. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../.data/test/journey',
  timeout: 60_000,
  // A browser, an emulator and its load fill two cores: tests at the same time would measure each other.
  workers: 1,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    locale: 'en-UG',
    timezoneId: 'Africa/Kampala',
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      // As root, in a container and without a network: nothing of the browser's own may reach out.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
