import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { openDatabase } from '#drizzle/client.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'

// A process that registers patients as fast as it can: `fork('busy-writer.ts', [databaseFile, name])`. It
// sends its parent the number of its commits and exits when the parent disconnects. It uses only columns
// that every release has, so that it can stand in for a process of an older one.

const [file = '', name = ''] = process.argv.slice(2)
const db = openDatabase(file)
const addUser = db.$client.prepare(
  'INSERT INTO users (uid, email, name, created_at) VALUES (:uid, :email, :name, :now)',
)
const addEvent = db.$client.prepare(
  `INSERT INTO events (id, kind, actor, subject, data, occurred_at)
   VALUES (:id, 'user.registered', :uid, :uid, '{}', :now)`,
)
let isOver = false
process.once('disconnect', () => {
  isOver = true
})
for (let count = 1; !isOver; count += 1) {
  const uid = `${name}-${count}`
  const now = Date.now()
  await writeTransaction(db, () => {
    addUser.run({ uid, email: `${uid}@example.com`, name, now })
    addEvent.run({ id: randomUUID(), uid, now })
  })
  // The parent may have exited.
  process.send?.(count, () => {})
  await setImmediate()
}
db.$client.close()
