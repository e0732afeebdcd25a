import { endBeforeStatement } from '#drizzle/testing/fatal-statement.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { takeOfferSteps } from './offer-steps.ts'

// A process that takes the steps of offers and kills itself before a statement, which tests fork:
// `fork('offers-process.ts', [databaseFile, statement])`. With 0 it runs to the end and sends the number of
// statements.

const [file = '', fatal = '0'] = process.argv.slice(2)
const db = openForTest(file)
const { passed } = endBeforeStatement(db, Number(fatal), () => process.kill(process.pid, 'SIGKILL'))
// Steps end after some milliseconds. Each statement counts as one, so that every run has the same steps.
performance.now = passed
takeOfferSteps(db)
db.$client.close()
process.send?.(passed())
process.disconnect()
