import { lastPlannedDay } from '#contract/dates.ts'
import { WEEKDAYS } from '#contract/schedule/schedule.ts'
import type { PartOfDay } from '#contract/waitlist/waitlist.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { type JoinDetails, type JoinOutcome, joinWaitlist } from '#domain/waitlist/entries/join.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import { findRef, putRef } from '#drizzle/queries/imports/import-refs.ts'
import type { ImportedRow } from '#drizzle/queries/imports/import-rows.ts'
import { listBlockEntries, updateEntry } from '#drizzle/queries/waitlist/waitlist.ts'
import { isCanceled, readDay } from './file/cells.ts'
import { findPatientOf, treatmentOf } from './find-patient.ts'
import { type Cells, cellsOf } from './row-cells.ts'
import {
  FROM_PREVIOUS,
  type ImportContext,
  leftOut,
  type RowResult,
  refused,
  resultOf,
} from './row-result.ts'

// A row of a file of the waiting list: a child who waits for a time.

/** Entries that wait no longer. */
const ENDED = /^(?:ended|closed|done|booked|removed)$/i

/** The rank of an urgent entry in an export. */
const URGENT = '1'

/**
 * Imports a row. `unit`: siblings who wait for a block of times join with the first of their rows.
 * @throws RowStopped
 */
export function carryOutWait(
  db: Transaction,
  row: ImportedRow,
  unit: readonly ImportedRow[],
  context: ImportContext,
): RowResult {
  const cells = cellsOf(row, context.mapping)
  const status = cells('status')
  if (isCanceled(status) || ENDED.test(status)) throw leftOut(`The status is “${status}”.`)
  const { family } = findPatientOf(db, cells, context)
  const known = findRef(db, 'wait', numberOfWait(cells))
  if (known) {
    // A sibling's row has added it just now, or an earlier import.
    const isNew = context.joined.has(known.ourId ?? '')
    return { outcome: isNew ? 'added' : 'same', family: family.id }
  }
  const block = cells('siblings')
  const together = unit
    .map((other) => cellsOf(other, context.mapping))
    .filter((other) => block !== '' && other('siblings') === block)
  const numbers = new Map(
    (together.length > 1 ? together : [cells]).map((one) => [
      findPatientOf(db, one, context).child.id,
      numberOfWait(one),
    ]),
  )
  const joined = joinWaitlist(db, detailsOf(db, cells, [...numbers.keys()], context), context)
  if (joined.outcome !== 'joined') throw refused(WHY_NOT[joined.outcome])
  const entries = listBlockEntries(db, joined.entry)
  for (const { id, childId } of entries) {
    const externalId = numbers.get(childId ?? '') ?? ''
    putRef(db, { kind: 'wait', externalId, ourId: id }, context.now)
    context.joined.add(id)
    if (/^paused$/i.test(status)) updateEntry(db, id, { state: 'paused' })
  }
  const made = entries.map(({ id }) => ({ made: 'wait', id }) as const)
  return { ...resultOf(made, []), family: family.id }
}

/** The number of the entry in the previous system, or what distinguishes it. */
export const numberOfWait = (cells: Cells): string =>
  cells('waitId') ||
  [cells('childId'), cells('childName'), cells('birthDate'), cells('treatment')].join(' ')

/** @throws RowStopped */
function detailsOf(
  db: Database,
  cells: Cells,
  children: readonly string[],
  context: ImportContext,
): JoinDetails {
  const { mapping, moment } = context
  const offered = treatmentOf(cells, context)
  const treatment = currentSchedule(db).treatments.find(({ id }) => id === offered)
  if (!treatment) throw refused('The treatment is no longer offered.')
  const { family, child } = findPatientOf(db, cells, context)
  const doctor = mapping.doctors.find(({ name }) => name === cells('doctor'))?.doctor
  const [from, to] = [
    readGivenDay(cells('from'), context) ?? moment.today,
    readGivenDay(cells('to'), context) ?? lastPlannedDay(context.now),
  ]
  if (to < moment.today) throw leftOut('Its days are over.')
  return {
    family: family.id,
    treatment: treatment.name,
    ...(children.length > 1 ? { children } : { child: child.id }),
    doctor: doctor ?? undefined,
    appointment: findAppointmentOf(db, cells),
    from,
    to,
    weekdays: readWeekdays(cells('weekdays')),
    part: readPart(cells('part')),
    noticeMinutes: /^\d{1,5}$/.test(cells('notice')) ? Number(cells('notice')) : undefined,
    phone: cells('phone') || undefined,
    urgent: cells('rank') === URGENT ? FROM_PREVIOUS : undefined,
    joinedAt: readJoined(cells('joined'), context),
  }
}

/** @throws RowStopped */
function findAppointmentOf(db: Database, cells: Cells): string | undefined {
  const number = cells('appointmentId')
  const ref = number ? findRef(db, 'appointment', number) : undefined
  if (number && !ref?.ourId) {
    throw refused('The appointment that would move is not known. Import the appointments first.')
  }
  return ref?.ourId ?? undefined
}

/** @throws RowStopped */
function readGivenDay(text: string, { mapping }: ImportContext) {
  const day = readDay(text, mapping.dateOrder)
  if (text && !day) throw refused(`“${text}” is not a day.`)
  return day
}

/** The numbers of 'Monday Tuesday' or 'Mon, Tue'; every day if the file does not say. */
function readWeekdays(text: string): number[] {
  const every = WEEKDAYS.map((_, number) => number)
  if (!text || /^(?:any|all|every ?day)$/i.test(text)) return every
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? []
  const days = every.filter((number) =>
    words.some((word) => WEEKDAYS[number]?.toLowerCase().startsWith(word.replace(/s$/, ''))),
  )
  if (days.length === 0) throw refused(`“${text}” has no weekday.`)
  return days
}

function readPart(text: string): PartOfDay {
  if (/^(?:am|mornings?)$/i.test(text)) return 'morning'
  return /^(?:pm|afternoons?)$/i.test(text) ? 'afternoon' : 'any'
}

/** An instant, or the beginning of a day. */
function readJoined(text: string, { mapping, moment, now }: ImportContext): Date {
  const date = readDay(text, mapping.dateOrder)
  const joined = /^\d{4}-\d{2}-\d{2}T.*Z$/.test(text)
    ? new Date(text)
    : date && instantOf({ date, startMinute: 0 }, moment.timeZone)
  return joined && joined < now ? joined : now
}

const WHY_NOT: Record<Exclude<JoinOutcome['outcome'], 'joined'>, string> = {
  no_family: 'The family no longer exists.',
  unknown_child: 'The child is in the archive here.',
  may_not_book: 'The family may not book for this child.',
  unknown_treatment: 'The treatment is no longer offered.',
  not_online: 'The treatment is not booked online.',
  unknown_doctor: 'The doctor does not give this treatment.',
  unknown_appointment: 'The appointment that would move is not expected any longer.',
  past: 'Its days are over.',
  adult: 'The patient is 18 or older, and books without a guardian.',
  no_contact: 'The phone is missing.',
  waiting_already: 'The child waits for this treatment already.',
  too_many: 'The family waits for as many times as it may.',
  closed: 'The clinic has no times for the treatment on these days.',
}
