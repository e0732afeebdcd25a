import { ADULT_YEARS } from '#contract/guardians/ages.ts'
import { MOST_CHILDREN } from '#contract/guardians/children.ts'
import * as calls from '#contract/guardians/children-calls.ts'
import {
  addChild,
  type ChildRefusal,
  changeChild,
  removeChild,
} from '#domain/guardians/children.ts'
import { findLastBooked, listChildren } from '#drizzle/queries/guardians/children.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { conflict, HttpError, refusedField } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { forbidden } from '#server/plugins/authentication.ts'
import { toChild } from '#server/views/guardians.ts'

/** The children that the user books for. */
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
    if (outcome.outcome !== 'added') throw refuseChild(outcome)
    return reply.code(201).send(toChild(outcome.added))
  })

  handle(app, calls.changeChild, async ({ user, params: { id }, body }) => {
    const wanted = { id, ...body }
    const outcome = await writeTransaction(db, (tx) => changeChild(tx, wanted, changeBy(user)))
    if (outcome.outcome !== 'changed') throw refuseChild(outcome)
    return toChild(outcome.changed)
  })

  handle(app, calls.removeChild, async ({ user, params: { id } }) => {
    const outcome = await writeTransaction(db, (tx) => removeChild(tx, id, changeBy(user)))
    if (outcome === 'deleted' || outcome === 'archived') return { outcome }
    throw refuseChild({ outcome })
  })
}

/** Messages about a guardian's list. */
export const OWN_LIST = {
  list: 'You already have a child with this name and birth date.',
  archive: 'This child is in your archive. Bring the child back instead.',
  other: 'Another guardian has a child with this name and birth date on their list.',
  full: `You can have up to ${MOST_CHILDREN} children on your list. Archive one first.`,
}

/** The same messages about a family's list, for staff. */
export const FAMILYS_LIST: typeof OWN_LIST = {
  ...OWN_LIST,
  list: 'This family already has a child with this name and birth date.',
  archive: 'This child is in the family’s archive. Bring the child back instead.',
  full: `A family can have up to ${MOST_CHILDREN} children. Archive one first.`,
}

/** Why a child was not added or changed. */
export function refuseChild(
  refused: ChildRefusal | { outcome: 'unknown_child' | 'not_owner' | 'has_appointments' },
  words = OWN_LIST,
): HttpError {
  switch (refused.outcome) {
    case 'unknown_child':
      return noChild()
    case 'not_owner':
      return onlyOwners()
    case 'has_appointments':
      return conflict(refused.outcome, 'This child has an appointment coming up. Cancel it first.')
    case 'too_many_children':
      return conflict(refused.outcome, words.full)
    case 'same_child':
      return refusedField(409, 'same_child', 'name', words[refused.place])
    case 'not_born':
      return refusedField(409, 'not_born', 'birthDate', 'The birth date can’t be in the future.')
    case 'adult': {
      const message = `From their ${ADULT_YEARS}th birthday on, patients book with an account of their own.`
      return refusedField(409, 'adult', 'birthDate', message)
    }
  }
}

/** 404: there is none, or the user is not its guardian. */
export function noChild(): HttpError {
  return new HttpError(404, 'not_found', 'Child not found.')
}

/** 403: the user guards the child and does not own it. */
export function onlyOwners(): HttpError {
  return forbidden('Only a guardian who manages this child can do this.')
}
