import { spawn } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { editJson, mutateEndpoint } from './mutation.ts'
import { listen } from './planted-host.ts'
import { startTestRun } from './test-run.ts'

const main = new URL('../main.ts', import.meta.url).href

const testRun = await startTestRun()
const served = await listen(testRun.host)
afterAll(served.close)

/** Runs the command in a separate process and measures its peak memory in megabytes. */
function contract(...args: string[]): Promise<{ code: number; megabytes: number; out: string }> {
  const script = `const { runProcess } = await import('${main}')
    process.argv.splice(1, Infinity, 'contract', ...${JSON.stringify(['--target', served.origin, '--history', 'none', ...args])})
    process.on('exit', (code) => {
      process.stderr.write(JSON.stringify({ code, megabytes: process.resourceUsage().maxRSS / 1024 }))
    })
    await runProcess()`
  return new Promise((done) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, PROVIDER_TOKEN: testRun.token },
    })
    let [out, last] = ['', '']
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      last = String(chunk)
    })
    child.on('close', () => done({ ...JSON.parse(last.slice(last.lastIndexOf('{'))), out }))
  })
}

test('validates a list of ten thousand rows in less than 220 MB of memory', async () => {
  testRun.host.plant(
    mutateEndpoint(
      'categories.list',
      editJson((categories) =>
        Array.from({ length: 10_000 }, (_, index) => ({
          ...categories[index % categories.length],
          ...(index < categories.length ? {} : { id: 1000 + index }),
        })),
      ),
    ),
  )
  const args = ['--emulator', 'none', '--only', 'categories.list']
  let run = await contract(...args)
  // A busy machine may delay garbage collection.
  for (let repeats = 0; repeats < 2 && run.megabytes >= 220; repeats++) run = await contract(...args)
  const { megabytes, out } = run
  // A busy machine may respond slowly, so findings about its time are ignored.
  expect(out).not.toMatch(/^(BREAKING|BEHAVIOUR|ADDITIVE) +categories\.list\b(?! +\$time)/m)
  expect(megabytes).toBeLessThan(220)
})
