import { stripVTControlCharacters } from 'node:util'

/** The totals of a stage's tests. */
export interface Totals {
  passed: number
  /** Each failed test: its name, and below it the first lines of its error. */
  failures: readonly string[]
}

interface VitestReport {
  numPassedTests: number
  testResults: VitestFile[]
}

interface VitestFile {
  name: string
  status: string
  /** The error of a file that could not be loaded. */
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

interface PlaywrightReport {
  stats: { expected: number }
  suites: PlaywrightSuite[]
  errors: PlaywrightError[]
}

interface PlaywrightSuite {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { status: string; results: PlaywrightResult[] }[] }[]
}

interface PlaywrightResult {
  errors: PlaywrightError[]
}

interface PlaywrightError {
  message?: string
}

/** Enough lines of an error to understand it, including a diff. */
const ERROR_LINES = 12

/** A stage with a single check, such as the linter; its own output says what is wrong. */
export function totalsOfCheck(name: string, exitCode: number): Totals {
  return withExitCode(name, { passed: exitCode === 0 ? 1 : 0, failures: [] }, exitCode)
}

/** @param report the output of vitest's JSON reporter */
export function totalsOfVitest(name: string, report: VitestReport, exitCode: number): Totals {
  const failures = report.testResults.flatMap(failuresOfFile)
  return withExitCode(name, { passed: report.numPassedTests, failures }, exitCode)
}

/**
 * @param report the output of Playwright's JSON reporter; a test that passed only on a retry counts as failed
 */
export function totalsOfPlaywright(
  name: string,
  report: PlaywrightReport,
  exitCode: number,
): Totals {
  const failures = [
    ...report.suites.flatMap((suite) => failuresOfSuite(suite)),
    ...report.errors.map(({ message }) => failure(name, message)),
  ]
  return withExitCode(name, { passed: report.stats.expected, failures }, exitCode)
}

/** The last line of the output. */
export function closingLine(all: readonly Totals[]): string {
  const passed = all.reduce((count, totals) => count + totals.passed, 0)
  return `${passed} passed, ${failuresOf(all).length} failed`
}

/** The failures of all stages. */
export function failuresOf(all: readonly Totals[]): string[] {
  return all.flatMap(({ failures }) => failures)
}

function failuresOfFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file that could not be loaded counts as failed, although none of its tests failed.
  if (status === 'failed' && failed.length === 0) return [failure(name, message)]
  return failed.map(({ fullName, failureMessages: [error] }) =>
    failure(`${name} › ${fullName.trim()}`, error),
  )
}

function failuresOfSuite(
  { title, suites = [], specs }: PlaywrightSuite,
  path: readonly string[] = [],
): string[] {
  const here = [...path, title]
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const [error] = results.flatMap(({ errors }) => errors)
        return failure([...here, spec.title].join(' › '), error?.message)
      }),
  )
  return [...failed, ...suites.flatMap((suite) => failuresOfSuite(suite, here))]
}

function failure(name: string, error = ''): string {
  const lines = stripVTControlCharacters(error).trim().split('\n').slice(0, ERROR_LINES)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n').trim()
}

/** A runner may fail without a failed test, for example because of an uncaught error. */
function withExitCode(name: string, { passed, failures }: Totals, exitCode: number): Totals {
  if (exitCode === 0 || failures.length > 0) return { passed, failures }
  return { passed, failures: [failure(name, `It ended with ${exitCode}; its output says why.`)] }
}
