import { REVIEWED_BATCHES } from '#contract/next-visits/check-up-plan.ts'
import * as calls from '#contract/next-visits/check-up-plan-refusals.ts'
import { listBatch, sendBatch } from '#domain/next-visits/ask-due.ts'
import {
  changeCheckUpPlan,
  countChildrenDue,
  findPlanObstacle,
  type PlanRefusal,
  readCheckUpPlan,
} from '#domain/next-visits/check-up-plan.ts'
import { countVisit, readCheckUps } from '#domain/next-visits/count-visit.ts'
import { listGuardians } from '#drizzle/queries/guardians/children.ts'
import { readPlanState } from '#drizzle/queries/next-visits/check-up-plan.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toCheckUpPlan, toCheckUps, toDueChild } from '#server/views/next-visits/check-up-plan.ts'
import { recordView } from '../record-view.ts'

/** The check-up plan and the visits that it makes due: docs/requirements.md#check-up-plan. */
export const checkUpPlanRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services
  const current = () => toCheckUpPlan(readCheckUpPlan(db))

  handle(app, calls.getCheckUpPlan, async () => current())

  handle(app, calls.changeCheckUpPlan, async ({ user, body }, reply) => {
    const by = changeBy(services, user)
    const refused = body.dryRun
      ? findPlanObstacle(db, body)
      : await writeTransaction(db, (tx) => changeCheckUpPlan(tx, body, by))
    if (refused) return reply.code(409).send({ ...explainRefusal(refused), current: current() })
    if (!body.dryRun) wakeRelay()
    const rows = body.rows.map(({ treatment, ...row }, index) => ({
      ...row,
      id: String(index),
      treatmentId: treatment,
    }))
    return { ...current(), childrenDue: await countChildrenDue(db, rows, by.moment.today) }
  })

  handle(app, calls.listDueVisits, async ({ user }) => {
    const { isOn } = readPlanState(db)
    const children = isOn ? await listBatch(db, clinicClock.moment()) : []
    const families = children.flatMap(({ recipients }) =>
      recipients.flatMap(({ uid, deskFamilyId }) => uid ?? deskFamilyId ?? []),
    )
    await recordView(services, user, [...new Set(families)], 'families')
    return { isOn, children: children.map(toDueChild) }
  })

  handle(app, calls.sendDueVisits, async ({ user, body }) => {
    const by = changeBy(services, user)
    const sent = await sendBatch(db, body.children, by)
    if (!sent) throw refuse(calls.sendDueVisits, 'off')
    wakeRelay()
    return sent
  })
}

/** The check-ups of a child: docs/requirements.md#was-the-check-up. */
export const checkUpRoutes: Routes = (app, services) => {
  const { db, clinicClock } = services

  async function show(viewer: Caller, childId: string) {
    const found = readCheckUps(db, childId, clinicClock.moment())
    if (!found) throw refuse(calls.listCheckUps, 'not_found')
    const guardians = listGuardians(db, childId).map(({ uid }) => uid)
    await recordView(services, viewer, guardians, 'families')
    return toCheckUps(found)
  }

  handle(app, calls.listCheckUps, async ({ user, params: { id } }) => show(user, id))

  handle(app, calls.countCheckUp, async ({ user, params: { id, row }, body: { visit } }) => {
    const wanted = { childId: id, rowId: row, visitId: visit }
    const by = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => countVisit(tx, wanted, by))
    if (outcome !== 'changed') throw refuse(calls.countCheckUp, outcome)
    return show(user, id)
  })
}

function explainRefusal(refused: PlanRefusal) {
  if ('index' in refused) {
    return explain(calls.changeCheckUpPlan, refused.outcome, { row: refused.index + 1 })
  }
  if (refused.outcome === 'not_reviewed') {
    return explain(calls.changeCheckUpPlan, refused.outcome, { batches: REVIEWED_BATCHES })
  }
  return explain(calls.changeCheckUpPlan, refused.outcome)
}
