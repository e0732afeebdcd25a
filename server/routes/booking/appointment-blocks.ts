import * as calls from '#contract/booking/booking-refusals.ts'
import { toCents } from '#contract/money.ts'
import { bookBlock, findBlockObstacles, listBlocks } from '#domain/booking/sibling-blocks.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toBlock, toBlockObstacle } from '#server/views/appointments.ts'
import { findNotOpenRefusal } from '../not-open.ts'
import { bookingContextOf } from './appointments.ts'
import { describeBlock } from './block-response.ts'
import { notBooked, requireOwnEmail } from './booking-response.ts'

/** Appointments of siblings together: docs/requirements.md#sibling-blocks. */
export const appointmentBlockRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  const blockContext = () => ({
    moment: clinicClock.moment(),
    gapMinutes: clinic.settings().siblingGapMinutes,
  })

  handle(app, calls.findBlocks, async ({ user: { uid }, query }) => {
    const { date } = query
    const outcome = listBlocks(db, { uid, date, items: itemsOf(query) }, blockContext())
    if (outcome.outcome !== 'found') throw notBooked(calls.findBlocks, outcome, date)
    return outcome.blocks.map(toBlock)
  })

  handle(app, calls.findBlockObstacles, async ({ user: { uid }, query }) => {
    const { date } = query
    const outcome = findBlockObstacles(db, { uid, date, items: itemsOf(query) }, blockContext())
    if (outcome.outcome !== 'found') throw notBooked(calls.findBlockObstacles, outcome, date)
    const { obstacles, nextDay } = outcome
    return { children: obstacles.map(toBlockObstacle), nextDay }
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
    const outcome = await writeTransaction(
      db,
      (tx) =>
        findNotOpenRefusal(calls.bookBlock, tx, services) ??
        bookBlock(tx, wanted, { ...bookingContextOf(services), gapMinutes }),
    )
    if ('code' in outcome) return reply.code(409).send(outcome)
    const answer = describeBlock(outcome, body.date)
    if (!answer.success) return reply.code(409).send(answer)
    wakeRelay()
    return reply.code(201).send(answer)
  })
}

/** The children who are asked for, each with its treatment. */
function itemsOf({ child, treatment }: { child: readonly string[]; treatment: readonly string[] }) {
  return child.map((id, index) => ({ child: id, treatment: treatment[index] ?? '' }))
}
