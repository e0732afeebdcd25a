import { setImmediate } from 'node:timers/promises'
import { openDatabase } from '../../drizzle/client.ts'
import { admitAccount } from '../../drizzle/queries/users.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'

// A process that registers patients as fast as it can, as tests fork it:
// `fork('busy-writer.ts', [databaseFile, name])`. It sends its parent the number of its commits,
// and ends when the parent disconnects.

const [file = '', name = ''] = process.argv.slice(2)
const db = openDatabase(file)
let isOver = false
process.once('disconnect', () => {
  isOver = true
})
for (let count = 1; !isOver; count += 1) {
  const uid = `${name}-${count}`
  const account = { uid, email: `${uid}@example.com`, name, photo: null, emailVerified: true }
  await writeTransaction(db, () => admitAccount(db, account, new Date()))
  // The parent may have exited.
  process.send?.(count, () => {})
  await setImmediate()
}
db.$client.close()
