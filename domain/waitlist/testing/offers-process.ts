import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { takeOfferSteps } from './offer-steps.ts'

// A process that takes the steps of offers and kills itself before a statement, as tests fork it:
// `fork('offers-process.ts', [databaseFile, statement])`. With 0 it ends, and sends how many there were.

const [file = '', fatal = '0'] = process.argv.slice(2)
const db = openForTest(file)
let passed = 0

/** Every statement is run by one of these methods, also those that begin and end transactions. */
const statements = Object.getPrototypeOf(db.$client.prepare('select 1'))
for (const method of ['run', 'get', 'all']) {
  const real = statements[method]
  statements[method] = function (...parameters: unknown[]) {
    passed += 1
    if (passed === Number(fatal)) process.kill(process.pid, 'SIGKILL')
    return real.apply(this, parameters)
  }
}
// Steps end after so many milliseconds: a statement is one, so that each run has the same steps.
performance.now = () => passed
takeOfferSteps(db)
db.$client.close()
process.send?.(passed)
process.disconnect()
