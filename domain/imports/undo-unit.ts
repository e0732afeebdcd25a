import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { freeTime } from '#domain/waitlist/offers/free-time.ts'
import type { Transaction } from '#drizzle/client.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, type ChangedBy } from '#drizzle/queries/events.ts'
import { correctDeskFamily, findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { findChild } from '#drizzle/queries/guardians/children.ts'
import { recordFormerPerson } from '#drizzle/queries/identity/users.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'
import {
  deletePastVisit,
  deleteSecondGuardian,
  deleteUntouchedAppointment,
  deleteUntouchedChild,
  deleteUntouchedEntry,
  deleteUntouchedFamily,
} from '#drizzle/queries/imports/known-people.ts'
import { findEntry } from '#drizzle/queries/waitlist/waitlist.ts'
import type { ImportedThing } from '#drizzle/schema/index.ts'

interface Undo extends ChangedBy {
  moment: ClinicMoment
}

/**
 * Deletes the records that the rows of a unit created and that were not changed since, the last one
 * first.
 * @returns for each row, why some of them stay; null if all are deleted
 */
export function undoUnit(
  db: Transaction,
  rows: readonly Pick<ImportedRow, 'number' | 'made'>[],
  by: Undo,
): Map<number, string | null> {
  const reasons = new Map<number, string | null>()
  // A family is deleted after all of its children, which other rows may have created.
  const things = rows.flatMap(({ number, made }) => made.map((thing) => ({ number, thing })))
  const inOrder = things.toSorted((one, other) => ranks(one.thing) - ranks(other.thing))
  for (const { number } of rows) reasons.set(number, null)
  for (const { number, thing } of inOrder) {
    const reason = undo(db, thing, by)
    if (reason) reasons.set(number, [reasons.get(number), reason].filter(Boolean).join(' '))
  }
  return reasons
}

const ORDER = ['wait', 'visit', 'appointment', 'child', 'filled', 'family']

const ranks = (thing: ImportedThing) => ORDER.indexOf('made' in thing ? thing.made : 'filled')

/** @returns why it stays */
function undo(db: Transaction, thing: ImportedThing, by: Undo): string | undefined {
  if ('filled' in thing) return undoFilled(db, thing, by)
  const { id } = thing
  switch (thing.made) {
    case 'visit':
      deletePastVisit(db, id)
      return undefined
    case 'wait':
      return undoWait(db, id, by)
    case 'appointment':
      return undoAppointment(db, id, by)
    case 'child':
      if (!findChild(db, id) || deleteUntouchedChild(db, id)) return undefined
      return 'The child was changed since, has new appointments or guardians, or its family was invited.'
    case 'family':
      return undoFamily(db, id, by)
  }
}

function undoAppointment(db: Transaction, id: string, by: Undo): string | undefined {
  const row = findAppointment(db, id)
  if (!row) return undefined
  if (!deleteUntouchedAppointment(db, id)) {
    return 'The appointment was changed, paid or claimed, or the family got an email about it.'
  }
  const { actor, now, moment } = by
  const { date, startMinute } = row
  const data = { date, startMinute }
  appendEvent(db, { kind: 'appointment.withdrawn', actor, subject: id, data }, now)
  const isComing = date > moment.today || (date === moment.today && startMinute > moment.minute)
  if (isComing) freeTime(db, row, now)
  return undefined
}

function undoWait(db: Transaction, id: string, { actor, now }: Undo): string | undefined {
  if (!findEntry(db, id)) return undefined
  if (!deleteUntouchedEntry(db, id))
    return 'The entry of the waiting list was offered times, or has ended.'
  const data = { reason: 'left' } as const
  appendEvent(db, { kind: 'waitlist.left', actor, subject: id, data }, now)
  return undefined
}

function undoFamily(db: Transaction, id: string, { now }: Undo): string | undefined {
  const family = findDeskFamily(db, id)
  if (!family) return undefined
  if (!deleteUntouchedFamily(db, id)) {
    return 'The family was changed or invited since, or has a new account, child or appointment.'
  }
  recordFormerPerson(db, { id, name: family.name, removedAt: now })
  return undefined
}

function undoFilled(
  db: Transaction,
  { filled, family }: Extract<ImportedThing, { filled: string }>,
  by: Undo,
): string | undefined {
  const desk = findDeskFamily(db, family)
  if (!desk) return undefined
  if (filled === 'second') {
    deleteSecondGuardian(db, family)
    return undefined
  }
  if (desk.linkedUid !== null) return 'The family now has an account with this email.'
  correctDeskFamily(db, desk, { name: desk.name, phone: desk.phone, email: null }, by)
  return undefined
}
