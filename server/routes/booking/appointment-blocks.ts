import * as calls from '#contract/booking/booking-refusals.ts'
import { toCents } from '#contract/money.ts'
import { bookBlock, listBlocks } from '#domain/booking/sibling-blocks.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toBlock } from '#server/views/appointments.ts'
import { bookingContextOf } from './appointments.ts'
import { describeBlock } from './block-response.ts'
import { notBooked, requireOwnEmail } from './booking-response.ts'

/** Appointments of siblings together: docs/requirements.md#sibling-blocks. */
export const appointmentBlockRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  handle(app, calls.findBlocks, async ({ user: { uid }, query: { date, child, treatment } }) => {
    const items = child.map((id, index) => ({ child: id, treatment: treatment[index] ?? '' }))
    const { siblingGapMinutes: gapMinutes } = clinic.settings()
    const moment = clinicClock.moment()
    const outcome = listBlocks(db, { uid, date, items }, { moment, gapMinutes })
    if (outcome.outcome !== 'found') throw notBooked(calls.findBlocks, outcome, date)
    return outcome.blocks.map(toBlock)
  })

  handle(app, calls.bookBlock, async ({ user, body }, reply) => {
    const { email, items, ...rest } = body
    requireOwnEmail(calls.bookBlock, email, user)
    const wanted = {
      ...rest,
      uid: user.uid,
      items: items.map(({ price, ...item }) => ({ ...item, priceCents: toCents(price) })),
    }
    const { siblingGapMinutes: gapMinutes } = clinic.settings()
    const outcome = await writeTransaction(db, (tx) =>
      bookBlock(tx, wanted, { ...bookingContextOf(services), gapMinutes }),
    )
    const answer = describeBlock(outcome, body.date)
    if (!answer.success) return reply.code(409).send(answer)
    wakeRelay()
    return reply.code(201).send(answer)
  })
}
