/** How many tests a stage ran. */
export interface Totals {
  passed: number
  failed: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

/** A stage that is one check, such as the linter. */
export function totalsOfCheck(exitCode: number): Totals {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** @param report what vitest's JSON reporter wrote */
export function totalsOfVitest(report: VitestReport, exitCode: number): Totals {
  // A file that could not be loaded has failed, though none of its tests has.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  return atLeastOneFailure(
    { passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles },
    exitCode,
  )
}

/** @param report what Playwright's JSON reporter wrote; a test that passed only at a retry has failed */
export function totalsOfPlaywright(report: PlaywrightReport, exitCode: number): Totals {
  const { expected, unexpected, flaky } = report.stats
  const failed = unexpected + flaky + report.errors.length
  return atLeastOneFailure({ passed: expected, failed }, exitCode)
}

/** A runner may fail without a failed test, for example by an uncaught error. */
function atLeastOneFailure({ passed, failed }: Totals, exitCode: number): Totals {
  return { passed, failed: exitCode === 0 ? failed : Math.max(failed, 1) }
}

/** The closing line. */
export function closingLine(all: readonly Totals[]): string {
  const sum = (pick: (totals: Totals) => number) =>
    all.reduce((count, totals) => count + pick(totals), 0)
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`
}
