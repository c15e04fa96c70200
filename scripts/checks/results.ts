/**
 * Maximum number of end-to-end tests that may pass only on retry, because the machine is shared with other processes.
 * Playwright lists them. If there are more, the run fails.
 */
const MAX_FLAKY = 2

type Counts = { passed?: number; failed?: number; skipped?: number }

/** Counts what passed, failed and was skipped in a run of several checks and test runners. */
export class Results {
  readonly #entries: { title: string; passed: number; failed: number; skipped: number }[] = []

  /** @param hasPassed null if the check was skipped */
  addCheck(title: string, hasPassed: boolean | null): void {
    this.#entries.push({
      title,
      passed: Number(hasPassed === true),
      failed: Number(hasPassed === false),
      skipped: Number(hasPassed === null),
    })
  }

  /** Adds a test runner. One that failed, or passed no test, has at least one failure. */
  addTests(title: string, hasPassed: boolean, { passed = 0, failed = 0, skipped = 0 }: Counts): void {
    this.#entries.push({
      title,
      passed,
      failed: hasPassed && passed > 0 ? failed : Math.max(failed, 1),
      skipped,
    })
  }

  /** Adds the end-to-end tests. @param flaky number of tests that passed only on retry */
  addEndToEnd(
    title: string,
    hasPassed: boolean,
    { flaky = 0, ...counts }: Counts & { flaky?: number },
  ): void {
    const isSteady = flaky <= MAX_FLAKY
    const { passed = 0, failed = 0 } = counts
    this.addTests(title, hasPassed && isSteady, {
      ...counts,
      passed: passed + (isSteady ? flaky : 0),
      failed: failed + (isSteady ? 0 : flaky),
    })
  }

  get hasPassed(): boolean {
    return this.#sum('failed') === 0
  }

  /** Returns the lines that end a run: what failed, what was skipped, and the totals. */
  lines(): string[] {
    const named = (label: string, count: 'failed' | 'skipped') =>
      this.#entries.flatMap((each) => (each[count] > 0 ? [`${label} ${each.title}: ${each[count]}`] : []))
    const skipped = this.#sum('skipped')
    const totals = `${this.#sum('passed')} passed, ${this.#sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
    return [...named('FAILED ', 'failed'), ...named('skipped', 'skipped'), '', totals]
  }

  #sum(count: 'passed' | 'failed' | 'skipped'): number {
    return this.#entries.reduce((sum, each) => sum + each[count], 0)
  }
}
