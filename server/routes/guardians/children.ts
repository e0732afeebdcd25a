import * as calls from '#contract/guardians/guardians-refusals.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import {
  addChild,
  type ChildRefusal,
  changeChild,
  removeChild,
} from '#domain/guardians/children.ts'
import { findLastBooked, listChildren } from '#drizzle/queries/guardians/children.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toChild } from '#server/views/guardians.ts'

/** The children of the user. */
export const childRoutes: Routes = (app, { db, clinicClock }) => {
  const changeBy = ({ uid }: { uid: string }) => ({
    uid,
    now: clinicClock.now(),
    ...clinicClock.moment(),
  })

  handle(app, calls.listChildren, async ({ user }) => ({
    today: clinicClock.moment().today,
    children: listChildren(db, user.uid).map(toChild),
    lastBooked: findLastBooked(db, user.uid),
  }))

  handle(app, calls.addChild, async ({ user, body }, reply) => {
    const outcome = await writeTransaction(db, (tx) => addChild(tx, body, changeBy(user)))
    if (outcome.outcome !== 'added') throw refuseChild(calls.addChild, outcome)
    return reply.code(201).send(toChild(outcome.added))
  })

  handle(app, calls.changeChild, async ({ user, params: { id }, body }) => {
    const wanted = { id, ...body }
    const outcome = await writeTransaction(db, (tx) => changeChild(tx, wanted, changeBy(user)))
    switch (outcome.outcome) {
      case 'changed':
        return toChild(outcome.changed)
      case 'unknown_child':
      case 'not_owner':
      case 'has_appointments':
        throw refuse(calls.changeChild, outcome.outcome)
      default:
        throw refuseChild(calls.changeChild, outcome)
    }
  })

  handle(app, calls.removeChild, async ({ user, params: { id } }) => {
    const outcome = await writeTransaction(db, (tx) => removeChild(tx, id, changeBy(user)))
    if (outcome === 'deleted' || outcome === 'archived') return { outcome }
    throw refuse(calls.removeChild, outcome)
  })
}

/** Why a child is not kept as it was typed, on a guardian's list or on a family's. */
export function refuseChild(
  call: Refusing<typeof calls.ownList | typeof calls.familysList>,
  refused: ChildRefusal,
): HttpError {
  return refused.outcome === 'same_child'
    ? refuse(call, `same_in_${refused.place}`)
    : refuse(call, refused.outcome)
}
