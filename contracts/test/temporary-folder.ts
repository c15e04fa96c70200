import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates, as the global setup of Vitest and Playwright, a temporary folder and a cache folder for the test processes
 * and the programs that they start, and returns a function that removes it. Tests of other runs use other folders.
 */
export default function useTemporaryFolder(): () => void {
  const { TMPDIR, TMP, TEMP, XDG_CACHE_HOME, NODE_COMPILE_CACHE } = process.env
  const folder = mkdtempSync(join(tmpdir(), 'kitabo-test-'))
  // nginx reads files in it as another user.
  chmodSync(folder, 0o755)
  Object.assign(process.env, {
    TMPDIR: folder,
    TMP: folder,
    TEMP: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    // Programs that tests start load their modules in two thirds of the time.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  })
  return () => {
    for (const [name, value] of Object.entries({ TMPDIR, TMP, TEMP, XDG_CACHE_HOME, NODE_COMPILE_CACHE })) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
