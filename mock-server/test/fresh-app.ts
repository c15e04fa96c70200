import { afterEach, beforeEach, expect } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

/**
 * Creates an emulator for each test of a file, and checks its responses.
 * @param give called with the emulator before each test
 */
export function eachTestHasApp(give: (app: TestApp) => void): void {
  let app: TestApp
  beforeEach(async () => {
    app = await createTestApp()
    give(app)
  })
  afterEach(async () => {
    expect(app.broken).toEqual([])
    await app.close()
  })
}
