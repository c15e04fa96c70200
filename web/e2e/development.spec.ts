import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../driver/free-port.ts'
import { endProcess } from '../driver/start-emulator.ts'

test('npm run dev serves the shop, which shows the emulator’s books', async ({ page }) => {
  const data = mkdtempSync(join(tmpdir(), 'kitabo-dev-'))
  const [port, emulatorPort] = [await freePort(), await freePort()]
  const development = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, KITABO_DATA: data, PORT: String(port), EMULATOR_PORT: String(emulatorPort) },
    stdio: 'pipe',
  })
  try {
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${emulatorPort}/api/v1/products/latest`).then(
          (r) => r.ok,
          () => false,
        ),
      )
      .toBe(true)
    const errors: Error[] = []
    page.on('pageerror', (error) => errors.push(error))
    await page.goto(`http://127.0.0.1:${port}/shop`)
    await expect(page.getByRole('article').first()).toContainText('UGX')
    expect(errors).toEqual([])
  } finally {
    await endProcess(development, 'SIGTERM')
    rmSync(data, { recursive: true, force: true })
  }
})
