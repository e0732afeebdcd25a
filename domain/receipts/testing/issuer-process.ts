import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '#drizzle/client.ts'
import { markSucceeded, recordPayment } from '#drizzle/queries/payments/payments.ts'
import { isBusy, writeTransaction } from '#drizzle/write-transaction.ts'
import { issueReceipt } from '../issue-receipt.ts'

// Takes payments for one appointment, with receipts, 50 at a time, until it is killed, and prints the number
// of each receipt that is on disk: `node issuer-process.ts DATABASE APPOINTMENT`. A tenth of them fails after
// the receipt was written, and is rolled back.

const [file = '', appointmentId = ''] = process.argv.slice(2)
const db = openDatabase(file)
const items = [{ appointmentId, amountCents: 100 }]

// The reader has closed the pipe.
process.stdout.on('error', () => process.exit())

class Refused extends Error {}

async function take(): Promise<void> {
  const id = uuidv7()
  const payment = {
    id,
    method: 'cash',
    payerUid: null,
    currency: 'usd',
    items,
    attempt: 1,
  } as const
  try {
    const number = await writeTransaction(db, (tx) => {
      const now = new Date()
      recordPayment(tx, payment, now)
      markSucceeded(tx, id, now)
      const issued = issueReceipt(tx, id, now)
      if (Math.random() < 0.1) throw new Refused()
      return issued
    })
    process.stdout.write(`${number}\n`)
  } catch (error) {
    if (!(error instanceof Refused) && !isBusy(error)) throw error
  }
}

for (;;) {
  await Promise.all(Array.from({ length: 50 }, take))
  // Lets the other process write.
  await sleep(10)
}
