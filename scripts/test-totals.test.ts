import { expect, test } from 'vitest'
import {
  closingLine,
  failuresOf,
  totalsOfCheck,
  totalsOfPlaywright,
  totalsOfVitest,
} from './test-totals.ts'

const passedTest = { status: 'passed', fullName: 'books', failureMessages: [] }
const failedTest = {
  status: 'failed',
  fullName: 'refunds an order once',
  failureMessages: ['\u001b[31mError: expected 1\u001b[39m, received 2\n    at refund.test.ts:7'],
}
const file = (name: string, ...assertionResults: (typeof failedTest | typeof passedTest)[]) => ({
  name,
  message: '',
  status: assertionResults.includes(failedTest) ? 'failed' : 'passed',
  assertionResults,
})
const passing = { numPassedTests: 7, testResults: [file('a.test.ts', passedTest)] }
const NO_REPORT = '    It ended with 1; its output says why.'

test('totals of Vitest count tests, files that could not be loaded, and errors outside of tests', () => {
  expect(totalsOfVitest('unit', passing, 0)).toEqual({ passed: 7, failures: [] })
  const broken = { ...file('c.test.ts'), status: 'failed', message: 'Cannot find c.ts' }
  const report = {
    numPassedTests: 7,
    testResults: [file('a.test.ts', passedTest), file('b.test.ts', passedTest, failedTest), broken],
  }
  expect(totalsOfVitest('unit', report, 1)).toEqual({
    passed: 7,
    failures: [
      'b.test.ts › refunds an order once\n    Error: expected 1, received 2\n        at refund.test.ts:7',
      'c.test.ts\n    Cannot find c.ts',
    ],
  })
  expect(totalsOfVitest('unit', passing, 1).failures).toEqual([`unit\n${NO_REPORT}`])
})

test('a test that passed only on a retry, and a broken set-up, count as failed in Playwright', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: messages.map((message) => ({ errors: [{ message }] })) }],
  })
  const report = {
    stats: { expected: 5 },
    suites: [
      {
        title: 'payment.spec.ts',
        specs: [spec('shows the price', 'expected'), spec('pays', 'unexpected', 'Timed out')],
        suites: [{ title: 'a card', specs: [spec('is declined', 'flaky', 'Closed')] }],
      },
    ],
    errors: [{ message: 'The site ended with 1' }],
  }
  expect(totalsOfPlaywright('browser', report, 1)).toEqual({
    passed: 5,
    failures: [
      'payment.spec.ts › pays\n    Timed out',
      'payment.spec.ts › a card › is declined\n    Closed',
      'browser\n    The site ended with 1',
    ],
  })
  const passed = { ...report, suites: [], errors: [] }
  expect(totalsOfPlaywright('browser', passed, 0)).toEqual({ passed: 5, failures: [] })
  expect(totalsOfPlaywright('browser', passed, 1).failures).toEqual([`browser\n${NO_REPORT}`])
})

test('an error is cut after its first line', () => {
  const message = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n')
  const report = { stats: { expected: 0 }, suites: [], errors: [{ message }] }
  const [text = ''] = totalsOfPlaywright('browser', report, 1).failures
  expect(text.split('\n').slice(0, 2)).toEqual(['browser', '    line 0'])
  expect(text.split('\n').length).toBeLessThan(20)
})

test('the closing line adds everything up', () => {
  const all = [
    totalsOfCheck('types', 0),
    totalsOfCheck('style', 1),
    { passed: 40, failures: ['one', 'two'] },
  ]
  expect(closingLine(all)).toBe('41 passed, 3 failed')
  expect(failuresOf(all)).toEqual([`style\n${NO_REPORT}`, 'one', 'two'])
})
