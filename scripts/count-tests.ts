/** What a runner has counted. A test that passed only on a further try counts in neither, and is named in `flaky`. */
export type Count = { passed: number; failed: number; flaky: string[] }

/** The part of Vitest's JSON report that is read. */
type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

export function countUnit({ numPassedTests, numFailedTests, testResults }: UnitReport): Count {
  const flaky = testResults
    .flatMap((file) => file.assertionResults)
    // The failures of its earlier tries stay with a test that has passed.
    .filter((test) => test.status === 'passed' && test.failureMessages?.length)
    .map((test) => test.fullName)
  return { passed: numPassedTests - flaky.length, failed: numFailedTests, flaky }
}

type Suite = {
  title: string
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

/** The part of Playwright's JSON report that is read. */
type EndToEndReport = {
  stats: Record<'expected' | 'unexpected' | 'flaky', number>
  suites: Suite[]
}

export function countEndToEnd({ stats, suites }: EndToEndReport): Count {
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    flaky: suites.flatMap(flakySpecs),
  }
}

function flakySpecs({ title, specs = [], suites = [] }: Suite): string[] {
  const own = specs.filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
  return [...own.map((spec) => spec.title), ...suites.flatMap(flakySpecs)].map((name) => `${title} ${name}`)
}
