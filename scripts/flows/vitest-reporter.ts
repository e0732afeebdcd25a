import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { figuresOf, isComplete, type RanTest, tableOf } from './figures.ts'
import { keepFigures } from './files.ts'

/**
 * Tells how much of the flows was walked; a run that leaves any of it out fails. A run of tests
 * picked by their names says nothing of the flows.
 */
export default class FlowReporter implements Reporter {
  #isFiltered = false

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const figures = this.#isFiltered ? [] : figuresOf(modules.flatMap(testsOf))
    if (figures.length === 0) return
    keepFigures(figures)
    console.log(`\n${tableOf(figures)}`)
    if (!figures.every(isComplete)) process.exitCode = 1
  }
}

function testsOf(module: TestModule): RanTest[] {
  return [...module.children.allTests()].map((test) => {
    const describes: string[] = []
    for (let at = test.parent; at.type === 'suite'; at = at.parent) describes.unshift(at.name)
    return {
      file: module.moduleId,
      titles: [...describes, test.name],
      passed: test.result().state === 'passed',
      seconds: (test.diagnostic()?.duration ?? 0) / 1000,
    }
  })
}
