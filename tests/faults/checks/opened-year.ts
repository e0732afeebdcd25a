import { setTimeout as pause } from 'node:timers/promises'
import { wallClockAt } from '#contract/clinic-time.ts'
import { dayAfter } from '#contract/dates.ts'
import { addClosure, removeClosure } from '#domain/schedule/closures.ts'
import { joinWaitlist } from '#domain/waitlist/entries/join.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  readStoredSettings,
  readTimeZone,
  storeSettings,
} from '#drizzle/queries/schedule/clinic-settings.ts'
import { listOfferedTreatments } from '#drizzle/queries/schedule/schedule.ts'
import { offers, openedTimes } from '#drizzle/schema/index.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { type Check, waitUntil } from '../check.ts'
import { trial } from '../reconciliation.ts'
import { ADMIN, type FaultySite, uidOf } from '../site.ts'

const ENTRIES = 500
const DAYS = 365

/**
 * The interval between another client's requests, and the longest that each should wait, in milliseconds.
 */
const ASK_EVERY_MS = 10
const BUDGET_MS = 50

/**
 * The check fails on a wait longer than this many budgets that is also longer than any wait on the idle
 * site, since other programs cause waits, too.
 */
const MARGIN = 3
const IDLE_MS = 3_000

/** Longest time until all days were offered, in milliseconds. */
const OFFERED_MS = 120_000

export const openedYear: Check = {
  row: 'year',
  name: `a year of the whole clinic is opened while ${ENTRIES} families wait`,
  goal: `other calls wait at most ${BUDGET_MS} ms`,
  cycles: 1,
  run: () =>
    trial(async ({ site, problems }) => {
      const context = contextOf(site.db)
      await addEntries(site.db, context)
      const closure = {
        doctorId: null,
        fromDate: dayAfter(context.moment.today),
        toDate: dayAfter(context.moment.today, DAYS),
        fromMinute: 0,
        toMinute: 1440,
        reason: 'Renovation',
      }
      const closed = await writeTransaction(site.db, (tx) =>
        addClosure(tx, { closure, appointments: 'list' }, context),
      )
      if (closed.outcome !== 'closed') throw new Error(closed.outcome)
      await ask(site)
      const resting = startAsking(site)
      await pause(IDLE_MS)
      const idle = await resting.stop()
      const asking = startAsking(site)
      await writeTransaction(site.db, (tx) => removeClosure(tx, closed.id, context))
      const isOffered = () => site.db.select().from(openedTimes).get() === undefined
      if (!(await waitUntil(isOffered, OFFERED_MS))) problems.push('Not all days were offered.')
      const { longest, asked } = await asking.stop()
      const made = await site.db.$count(offers)
      if (made === 0) problems.push('Nothing was offered.')
      if (longest > Math.max(MARGIN * BUDGET_MS, MARGIN * idle.longest)) {
        problems.push(`A call waited ${Math.round(longest)} ms.`)
      }
      const waits = `longest of ${asked} waits ${Math.round(longest)} ms (budget ${BUDGET_MS})`
      return `${made} offers, ${waits}, ${Math.round(idle.longest)} ms before`
    }),
}

function contextOf(db: Database) {
  const timeZone = readTimeZone(db)
  const now = new Date()
  const clock = wallClockAt(now, timeZone)
  const moment = { ...clock, timeZone, lastDay: dayAfter(clock.today, DAYS) }
  return { actor: ADMIN, moment, now }
}

/** Each patient waits for two treatments; offers may be made at any hour of the day. */
async function addEntries(db: Transaction, { moment, now }: ReturnType<typeof contextOf>) {
  await writeTransaction(db, (tx) => {
    const { details, version: seen } = readStoredSettings(tx)
    storeSettings(tx, { details: { ...details, offersFrom: '00:00', offersUntil: '23:59' }, seen })
  })
  const treatments = listOfferedTreatments(db)
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    const uid = uidOf(Math.trunc(entry / 2))
    const request = {
      family: uid,
      treatment: treatments[entry % treatments.length]?.name,
      from: moment.today,
      // Beyond the closure, since an entry with closed days only would end.
      to: dayAfter(moment.today, 2 * DAYS),
      weekdays: [1, 2, 3, 4, 5],
      part: 'any' as const,
      phone: '+1 503 555 0100',
      address: '1 Main Street',
    }
    const joined = await writeTransaction(db, (tx) =>
      joinWaitlist(tx, request, { actor: uid, now }),
    )
    if (joined.outcome !== 'joined') throw new Error(joined.outcome)
  }
}

async function ask({ url }: FaultySite): Promise<void> {
  await (await fetch(`${url}/healthz`)).text()
}

/** Sends cheap requests all the time, from outside of the site's process. */
function startAsking(site: FaultySite) {
  let isStopped = false
  let longest = 0
  let asked = 0
  const loop = (async () => {
    while (!isStopped) {
      const start = performance.now()
      await ask(site)
      longest = Math.max(longest, performance.now() - start)
      asked += 1
      await pause(ASK_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await loop
      return { longest, asked }
    },
  }
}
