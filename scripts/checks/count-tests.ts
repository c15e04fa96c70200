/**
 * The result counts of a test runner, with the names of failed tests. A test that passed only on retry is listed in
 * `flaky` and counts neither as passed nor as failed.
 */
export type Count = { passed: number; failed: number; failures: string[]; flaky: string[] }

type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

export function countUnit({ numPassedTests, numFailedTests, testResults }: UnitReport): Count {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const flaky = tests
    // A test that passed on retry has the failure messages of earlier attempts.
    .filter((test) => test.status === 'passed' && test.failureMessages?.length)
    .map((test) => test.fullName)
  const failures = tests.filter((test) => test.status === 'failed').map((test) => test.fullName)
  return { passed: numPassedTests - flaky.length, failed: numFailedTests, failures, flaky }
}

type Suite = {
  title: string
  specs?: { title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

type EndToEndReport = {
  stats: Record<'expected' | 'unexpected' | 'flaky', number>
  suites: Suite[]
}

export function countEndToEnd({ stats, suites }: EndToEndReport): Count {
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    failures: suites.flatMap((suite) => specsOf(suite, 'unexpected')),
    flaky: suites.flatMap((suite) => specsOf(suite, 'flaky')),
  }
}

function specsOf({ title, specs = [], suites = [] }: Suite, status: 'unexpected' | 'flaky'): string[] {
  const own = specs.filter((spec) => spec.tests.some((test) => test.status === status))
  const nested = suites.flatMap((suite) => specsOf(suite, status))
  return [...own.map((spec) => spec.title), ...nested].map((name) => `${title} ${name}`)
}
