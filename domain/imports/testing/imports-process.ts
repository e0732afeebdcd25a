import { endBeforeStatement } from '#drizzle/testing/fatal-statement.ts'
import { openForTest } from '#drizzle/testing/migrated-database.ts'
import { takeImportSteps } from './import-steps.ts'

// A process that checks, runs and undoes imports and kills itself before a statement, which tests fork:
// `fork('imports-process.ts', [databaseFile, statement])`. With 0 it runs to the end and sends the number of
// statements.

const [file = '', fatal = '0'] = process.argv.slice(2)
const db = openForTest(file)
const { passed } = endBeforeStatement(db, Number(fatal), () => process.kill(process.pid, 'SIGKILL'))
await takeImportSteps(db)
db.$client.close()
process.send?.(passed())
process.disconnect()
