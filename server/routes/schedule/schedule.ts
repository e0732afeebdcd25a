import * as calls from '#contract/schedule/schedule-refusals.ts'
import { keepCapacityInSteps } from '#domain/insights/capacity.ts'
import { addClosure, previewClosure, removeClosure } from '#domain/schedule/closures.ts'
import {
  changeHours,
  listAffectedByHours,
  readSchedule,
  withdrawHours,
} from '#domain/schedule/hours.ts'
import { readYear } from '#domain/schedule/read-year.ts'
import type { Owner } from '#drizzle/queries/schedule/hours.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toClosureImpact, toSchedule, toScheduleYear } from '#server/views/schedule.ts'
import {
  describeClosure,
  describeHours,
  describeWithdrawal,
  ownerOf,
  seeImpact,
  showImpact,
  whyNotClosed,
} from './schedule-response.ts'

/** The hours and closures of the clinic and of its doctors, for admins. */
export const scheduleRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const read = (owner: Owner) => toSchedule(readSchedule(db, owner, clinicClock.moment()))

  handle(app, calls.getSchedule, async ({ query }) =>
    read(ownerOf(calls.getSchedule, db, query.doctor)),
  )

  handle(app, calls.getScheduleYear, async () => {
    const { today } = clinicClock.moment()
    return toScheduleYear(readYear(db, today), today)
  })

  handle(app, calls.previewHours, async ({ user, body: { doctor, ...plan } }) => {
    const moment = clinicClock.moment()
    return showImpact(
      services,
      user,
      listAffectedByHours(db, { owner: ownerOf(calls.previewHours, db, doctor), plan, moment }),
    )
  })

  handle(
    app,
    calls.changeHours,
    async ({ user, body: { doctor, validFrom, week, ...rest } }, reply) => {
      const plan = { validFrom, week }
      const find = () => ownerOf(calls.changeHours, db, doctor)
      const outcome = await writeTransaction(db, (tx) =>
        changeHours(tx, { owner: find(), plan, ...rest }, changeBy(services, user)),
      )
      if ('affected' in outcome) await seeImpact(services, user, outcome.affected)
      const answer = describeHours(services, outcome, read(find()))
      if ('code' in answer) return reply.code(409).send(answer)
      wakeRelay()
      return answer
    },
  )

  handle(
    app,
    calls.withdrawHours,
    async ({ user, params: { validFrom }, query: { doctor, ...rest } }, reply) => {
      const owner = ownerOf(calls.withdrawHours, db, doctor)
      const outcome = await writeTransaction(db, (tx) =>
        withdrawHours(tx, { owner, validFrom, ...rest }, changeBy(services, user)),
      )
      if ('affected' in outcome) await seeImpact(services, user, outcome.affected)
      const answer = describeWithdrawal(services, outcome, read(owner))
      if ('code' in answer) return reply.code(409).send(answer)
      wakeRelay()
      return answer
    },
  )

  handle(app, calls.previewClosure, async ({ user, body: { doctor, ...times } }) => {
    const closure = { doctorId: ownerOf(calls.previewClosure, db, doctor), ...times }
    const outcome = previewClosure(db, closure, changeBy(services, user))
    if (outcome.outcome !== 'preview') throw whyNotClosed(calls.previewClosure, outcome)
    const impact = await seeImpact(services, user, outcome.affected)
    return toClosureImpact(impact, outcome, clinicClock.moment(), services.clinic.dialer())
  })

  handle(
    app,
    calls.addClosure,
    async ({ user, body: { doctor, appointments, fingerprint, ...times } }, reply) => {
      const decided = { appointments, fingerprint }
      const find = () => ownerOf(calls.addClosure, db, doctor)
      const outcome = await writeTransaction(db, (tx) => {
        const closure = { doctorId: find(), ...times }
        return addClosure(tx, { closure, ...decided }, changeBy(services, user))
      })
      if ('affected' in outcome) await seeImpact(services, user, outcome.affected)
      const schedule = read(find())
      const answer = describeClosure(services, outcome, { schedule, moment: clinicClock.moment() })
      if ('code' in answer) return reply.code(409).send(answer)
      wakeRelay()
      return reply.code(201).send(answer)
    },
  )

  handle(app, calls.removeClosure, async ({ user, params }) => {
    await keepCapacityInSteps(db, clinicClock.moment())
    const removed = await writeTransaction(db, (tx) =>
      removeClosure(tx, params.id, changeBy(services, user)),
    )
    if (!removed) throw refuse(calls.removeClosure, 'not_found')
    wakeRelay()
    return { deletedCount: 1 }
  })
}
