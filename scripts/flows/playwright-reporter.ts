import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { figuresOf, isComplete, type RanTest, tableOf } from './figures.ts'
import { keepFigures } from './files.ts'

/** How tests are picked by their names; the configuration does not tell of it. */
const PICK = /^(-g|--grep(-invert)?)(=|$)/

/**
 * Tells how much of the flows was walked; a run that leaves any of it out fails. A run of tests
 * picked by their names says nothing of the flows.
 */
export default class FlowReporter implements Reporter {
  readonly #tests: RanTest[] = []
  readonly #isFiltered = process.argv.some((argument) => PICK.test(argument))

  onTestEnd(test: TestCase, { status, duration }: TestResult): void {
    // Project and file come before the describes.
    const [, , , ...titles] = test.titlePath()
    this.#tests.push({
      file: test.location.file,
      titles,
      passed: status === 'passed',
      seconds: duration / 1000,
    })
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const figures = this.#isFiltered ? [] : figuresOf(this.#tests)
    if (figures.length === 0) return { status }
    keepFigures(figures)
    console.log(`\n${tableOf(figures)}`)
    return { status: status === 'passed' && !figures.every(isComplete) ? 'failed' : status }
  }

  printsToStdio(): boolean {
    return false
  }
}
