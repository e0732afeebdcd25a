import { expect, test } from 'vitest'
import { closingLine, totalsOfCheck, totalsOfPlaywright, totalsOfVitest } from './test-totals.ts'

test('vitest: tests, files that could not be loaded, and errors that belong to no test', () => {
  const tests = [{}, {}]
  const report = (numPassedTests: number, numFailedTests: number, broken: number) => ({
    numPassedTests,
    numFailedTests,
    testResults: [
      { status: 'passed', assertionResults: tests },
      ...Array.from({ length: numFailedTests }, () => ({
        status: 'failed',
        assertionResults: tests,
      })),
      ...Array.from({ length: broken }, () => ({ status: 'failed', assertionResults: [] })),
    ],
  })
  expect(totalsOfVitest(report(7, 0, 0), 0)).toEqual({ passed: 7, failed: 0 })
  expect(totalsOfVitest(report(7, 2, 1), 1)).toEqual({ passed: 7, failed: 3 })
  expect(totalsOfVitest(report(7, 0, 0), 1)).toEqual({ passed: 7, failed: 1 })
})

test('Playwright: a test that passed only at a retry has failed, and so has a broken set-up', () => {
  const report = (unexpected: number, flaky: number, errors: unknown[] = []) => ({
    stats: { expected: 5, unexpected, flaky },
    errors,
  })
  expect(totalsOfPlaywright(report(0, 0), 0)).toEqual({ passed: 5, failed: 0 })
  expect(totalsOfPlaywright(report(1, 1), 1)).toEqual({ passed: 5, failed: 2 })
  expect(totalsOfPlaywright(report(0, 0, [{}]), 1)).toEqual({ passed: 5, failed: 1 })
})

test('the closing line adds everything up', () => {
  const all = [totalsOfCheck(0), totalsOfCheck(2), { passed: 40, failed: 3 }]
  expect(closingLine(all)).toBe('41 passed, 4 failed')
})
