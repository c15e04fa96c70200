import { afterEach, beforeEach, expect } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

/** A fresh emulator for each test of a file; none may break its own contracts. @param give called with each before its test */
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
