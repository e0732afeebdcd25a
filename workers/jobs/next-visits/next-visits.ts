import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { clinicMomentAt } from '#domain/clinic-clock.ts'
import { askDueAgain, askInSteps, listBatch } from '#domain/next-visits/ask-due.ts'
import { askFamilies } from '#domain/next-visits/ask-families.ts'
import { lookAtChildren } from '#domain/next-visits/due-children.ts'
import { closeBookedTickets, lapseTickets } from '#domain/next-visits/end-tickets.ts'
import {
  changePlanState,
  listPlanRows,
  readPlanState,
} from '#drizzle/queries/next-visits/check-up-plan.ts'
import { listChildrenToAskAgain } from '#drizzle/queries/next-visits/due-items.ts'
import { listOpenPage } from '#drizzle/queries/next-visits/tickets.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob } from '#workers/queue/handler.ts'

/** How many tickets one transaction ends or checks. */
const SLICE = 100

/** For how many children one transaction asks again. */
const AT_ONCE = 5

/** Emails families that are to be asked for a visit now: docs/requirements.md#next-visits. */
export function askForVisits(): PeriodicJob {
  return {
    name: 'next_visits.ask',
    everyMs: millisecondsInMinute,
    async run({ db, log }) {
      let total = 0
      for (let isDone = false; !isDone; ) {
        const asked = await writeTransaction(db, (tx) => askFamilies(tx, new Date()))
        total += asked.asked
        isDone = asked.isDone
      }
      if (total > 0) log.info({ tickets: total }, 'asked families to book visits')
    },
  }
}

/**
 * Ends tickets whose days ended long ago, and closes tickets whose visit was booked in another way.
 */
export function tidyTickets(): PeriodicJob {
  return {
    name: 'next_visits.tidy',
    everyMs: millisecondsInHour,
    async run({ db, log }) {
      const now = new Date()
      const { today } = clinicMomentAt(db, now)
      const lapse = () =>
        writeTransaction(db, (tx) => lapseTickets(tx, { today, limit: SLICE }, now))
      while ((await lapse()) === SLICE);
      let closed = 0
      let after = ''
      for (;;) {
        const page = listOpenPage(db, after, SLICE)
        closed += await writeTransaction(db, (tx) => closeBookedTickets(tx, page, now))
        const last = page.at(-1)
        if (!last || page.length < SLICE) break
        after = last.id
      }
      if (closed > 0) log.warn({ closed }, 'closed tickets whose visit was booked before')
    },
  }
}

/**
 * Every night, and after each change of the check-up plan: writes down for which children a row is due. Then asks
 * their families, if an admin has said so.
 */
export function followCheckUpPlan(
  timeZone: string,
  clock: () => Date = () => new Date(),
): PeriodicJob {
  return {
    name: 'next_visits.due',
    everyMs: 10 * millisecondsInMinute,
    async run({ db, log }) {
      const { isOn, isAutomatic, lookedOn, version } = readPlanState(db)
      const now = clock()
      const { today } = clinicMomentAt(db, now)
      if (!isOn || lookedOn === today) return
      for (let after: string | null = ''; after !== null; ) {
        const from: string = after
        after = await writeTransaction(db, (tx) => {
          return lookAtChildren(tx, { plan: listPlanRows(tx), today, after: from }, now)
        })
      }
      const moment = { today, timeZone }
      if (isAutomatic) {
        const batch = (await listBatch(db, moment)).filter(({ call }) => call === null)
        const ids = batch.map(({ id }) => id)
        const asked = await askInSteps(db, ids, { now, moment })
        if (asked.children > 0) log.info(asked, 'asked families for check-ups')
      }
      // A plan that has changed meanwhile is looked at again.
      await writeTransaction(db, (tx) => changePlanState(tx, { lookedOn: today }, version))
    },
  }
}

/** Asks families again, a week and two weeks after the first email. */
export function askForCheckUpsAgain(timeZone: string): PeriodicJob {
  return {
    name: 'next_visits.ask_again',
    everyMs: millisecondsInMinute,
    async run({ db }) {
      if (!readPlanState(db).isOn) return
      const now = new Date()
      const moment = { today: clinicMomentAt(db, now).today, timeZone }
      for (;;) {
        const ids = listChildrenToAskAgain(db, now, AT_ONCE)
        await writeTransaction(db, (tx) => askDueAgain(tx, ids, { now, moment }))
        if (ids.length < AT_ONCE) return
      }
    },
  }
}
