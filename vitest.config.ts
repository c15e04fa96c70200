import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>

/** Options of all projects. */
export const COMMON: TestOptions = {
  include: ['**/*.test.ts'],
  environment: 'node',
  globalSetup: resolve(import.meta.dirname, 'contracts/test/temporary-folder.ts'),
  // Long timeouts, because another test run on the same machine may use most of its cores.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  // Uses all cores. By default, Vitest leaves one idle, which is half of a machine with two cores. Set per project,
  // because projects that share processes must agree on it.
  maxWorkers: availableParallelism(),
}

/** Test files share a process and its modules, because loading the modules takes longer than most tests. */
export const SHARED: TestOptions = { ...COMMON, isolate: false }

/** A DOM environment in which the emulator can run. Console output fails tests. Modules are fresh in each file. */
export const BROWSER: TestOptions = {
  ...SHARED,
  include: ['src/**/*.test.{ts,tsx}'],
  environment: resolve(import.meta.dirname, 'web/test/environment.ts'),
  setupFiles: ['fresh-start', 'setup'].map((name) => resolve(import.meta.dirname, `web/test/${name}.ts`)),
  sequence: { setupFiles: 'list' },
  // Page tests allocate a lot of memory quickly. happy-dom returns no durations of transitions, which React-Bootstrap
  // reads.
  execArgv: ['--max-semi-space-size=64', '--disable-warning=TimeoutNaNWarning'],
}

/**
 * Another order in each run shows whether files that share a process depend on each other. Shuffles within projects,
 * because a process with its modules is reused only for the next file of the same project.
 */
class ShuffleWithinProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    const keyOf = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${hash('md5', `${seed} ${moduleId}`)}`
    return files.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  }
}

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // With `shuffle`, the seed is printed.
    sequence: { sequencer: ShuffleWithinProjects, shuffle: { files: true } },
    projects: ['contracts', 'fixtures', 'mock-server', 'mock-server/console', 'web', 'scripts'],
  },
})
