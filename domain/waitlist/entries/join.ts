import { v7 as uuidv7 } from 'uuid'
import type { IsoDate } from '#contract/dates.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import { DEFAULT_NOTICE_MINUTES } from '#contract/waitlist/rules.ts'
import type { PartOfDay } from '#contract/waitlist/waitlist.ts'
import { currentSchedule } from '#domain/availability/schedule.ts'
import type { Caller } from '#domain/context.ts'
import { findChildToBook } from '#domain/guardians/child-to-book.ts'
import { mayAnswer } from '#domain/guardians/entry-access.ts'
import { isBookableOnline } from '#domain/next-visits/online-booking.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database, Transaction } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  personOf,
} from '#drizzle/queries/booking/appointments.ts'
import { appendEvent, type ChangedBy, findLatestEvent } from '#drizzle/queries/events.ts'
import {
  type FamilyRow,
  findFamily,
  listFamilyAppointments,
} from '#drizzle/queries/front-desk/families.ts'
import { listChildAppointments } from '#drizzle/queries/guardians/children.ts'
import { readScheduleVersion } from '#drizzle/queries/schedule/schedule.ts'
import {
  countFamilyEntries,
  type EntryRow,
  findEntry,
  insertEntry,
  listBlockEntries,
  listEntriesOf,
  updateEntry,
} from '#drizzle/queries/waitlist/waitlist.ts'
import { readClock } from '../offers/free-time.ts'
import { contactToWait } from './contact.ts'
import { endEntry } from './entries.ts'
import { findOpenDay } from './open-days.ts'

export interface JoinDetails {
  /** A uid; for staff also the id of a family without an account. */
  family: string
  /** The treatment's name; with `appointment`, that appointment's treatment applies. */
  treatment?: string | undefined
  child?: string | undefined
  /** Two to four siblings, who get a block of times: all or none. */
  children?: readonly string[] | undefined
  doctor?: string | undefined
  appointment?: string | undefined
  from: IsoDate
  to: IsoDate
  weekdays: number[]
  part: PartOfDay
  noticeMinutes?: number | undefined
  phone?: string | undefined
  address?: string | undefined
  /** Staff only. */
  urgent?: string | undefined
  /** When the family joined the list of the previous system. */
  joinedAt?: Date
}

export type JoinOutcome =
  | { outcome: 'joined'; entry: EntryRow }
  | { outcome: 'no_family' | 'unknown_child' | 'may_not_book' | 'unknown_treatment' | 'not_online' }
  | { outcome: 'unknown_doctor' | 'unknown_appointment' | 'past' | 'adult' | 'no_contact' }
  | { outcome: 'waiting_already'; entry: EntryRow }
  | { outcome: 'too_many'; limit: number }
  /** The clinic has no times on these days; `next`: the next day that has any. */
  | { outcome: 'closed'; next: IsoDate | undefined }

/** Adds an entry for a family that waits for a time: docs/requirements.md#waiting-list. */
export function joinWaitlist(
  db: Transaction,
  details: JoinDetails,
  { actor, now }: ChangedBy,
): JoinOutcome {
  const family = findFamily(db, details.family)
  if (!family) return { outcome: 'no_family' }
  const clock = readClock(db, now)
  const { today } = clock
  const present = details.appointment ? findAppointment(db, details.appointment) : undefined
  if (details.appointment && !(present && canBeSooner(db, present, family))) {
    return { outcome: 'unknown_appointment' }
  }
  const to = present && present.date < details.to ? present.date : details.to
  if (to < today || to < details.from) return { outcome: 'past' }

  const siblings = [...new Set(details.children)]
  const childIds =
    siblings.length > 0 ? siblings : [(present ? present.childId : details.child) ?? null]
  for (const childId of childIds) {
    if (childId === null) continue
    const found = findChildToBook(db, family, childId)
    if ('outcome' in found) return { outcome: found.outcome }
    if (isAdultOn(found.child.birthDate, details.from)) return { outcome: 'adult' }
  }
  const treatment = currentSchedule(db).treatments.find(({ id, name }) =>
    present ? id === present.treatmentId : name === details.treatment,
  )
  if (!treatment) return { outcome: 'unknown_treatment' }
  const isOnline = childIds.every((id) => isBookableOnline(db, treatment, id ?? undefined))
  if (!present && !isOnline && actor === family.uid) return { outcome: 'not_online' }
  if (details.doctor && !treatment.doctors.some(({ id }) => id === details.doctor)) {
    return { outcome: 'unknown_doctor' }
  }
  const days = {
    treatmentId: treatment.id,
    doctorId: details.doctor ?? null,
    fromDate: details.from,
    toDate: to,
    weekdays: details.weekdays,
    part: details.part,
  }
  const open = findOpenDay(db, days, clock)
  if (open === undefined || open > to) return { outcome: 'closed', next: open }
  const [known] = childIds.flatMap((childId) =>
    listEntriesOf(db, { person: childId ?? family.id, treatmentId: treatment.id }),
  )
  if (known) return { outcome: 'waiting_already', entry: known }
  const { waitlistEntries: limit } = readSettings(db)
  if (countFamilyEntries(db, family.id) >= limit) return { outcome: 'too_many', limit }
  const { phone, address } = contactToWait(db, family, { present, typed: details })
  // An entry for a sooner time uses the contact of its appointment, and asks once that is canceled.
  if (phone === '' && !present) return { outcome: 'no_contact' }

  const isUrgent = details.urgent !== undefined
  const { treatmentId } = days
  const wasCancelled = childIds.some((childId) =>
    wasCancelledByClinic(db, { family, childId, treatmentId }),
  )
  const wanted = {
    uid: family.uid,
    deskFamilyId: family.deskFamilyId,
    ...days,
    openOn: open,
    openAtVersion: readScheduleVersion(db),
    appointmentId: present?.id ?? null,
    noticeMinutes: details.noticeMinutes ?? DEFAULT_NOTICE_MINUTES,
    phone,
    address,
    rank: wasCancelled ? 0 : isUrgent ? 1 : 2,
    urgentReason: details.urgent ?? null,
    blockId: childIds.length > 1 ? uuidv7() : null,
    joinedAt: details.joinedAt ?? now,
  } as const
  const data = { treatmentId, ...(isUrgent && ({ urgent: true } as const)) }
  const entries = childIds.map((childId) => {
    const entry = insertEntry(db, { id: uuidv7(), childId, ...wanted })
    appendEvent(db, { kind: 'waitlist.joined', actor, subject: entry.id, data }, now)
    return entry
  })
  const [entry] = entries
  if (!entry) throw new Error('No one was entered.')
  return { outcome: 'joined', entry }
}

/** Whether the family may move the appointment to a sooner time. */
function canBeSooner(db: Database, present: AppointmentRow, family: FamilyRow): boolean {
  if (present.status !== 'booked' || present.attendance !== 'expected') return false
  const { childId, patientUid, deskFamilyId } = present
  if (childId === null) return (patientUid ?? deskFamilyId) === family.id
  return !('outcome' in findChildToBook(db, family, childId))
}

/** Whether the clinic canceled the patient's latest appointment for the treatment. */
function wasCancelledByClinic(
  db: Database,
  {
    family,
    childId,
    treatmentId,
  }: { family: FamilyRow; childId: string | null; treatmentId: string },
): boolean {
  const rows =
    childId !== null ? listChildAppointments(db, childId) : listFamilyAppointments(db, family)
  const [latest] = rows
    .filter((row) => row.treatmentId === treatmentId && personOf(row) === (childId ?? family.id))
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  if (latest?.status !== 'cancelled') return false
  const event = findLatestEvent(db, { kind: 'appointment.cancelled', subject: latest.id })
  return event?.data.by === 'clinic'
}

/** The entry, if the user may answer its offers: of their family, for children that they may book for. */
export function findOwnEntry(db: Database, id: string, caller: Caller): EntryRow | undefined {
  const entry = findEntry(db, id)
  return entry && (caller.isStaff || mayAnswer(db, entry, caller.uid)) ? entry : undefined
}

/** Ends an entry at the family's request. Repeating it changes nothing. */
export function leaveWaitlist(
  db: Transaction,
  id: string,
  { caller, now }: { caller: Caller; now: Date },
): 'left' | 'unknown_entry' {
  const entry = findOwnEntry(db, id, caller)
  // A re-offer has to be answered.
  if (!entry || entry.closureId !== null) return 'unknown_entry'
  endEntry(db, entry, { reason: 'left', actor: caller.uid }, now)
  return 'left'
}

/** Resumes a paused entry. Repeating it changes nothing. */
export function resumeEntry(
  db: Transaction,
  id: string,
  { caller, now }: { caller: Caller; now: Date },
): 'resumed' | 'unknown_entry' {
  const entry = findOwnEntry(db, id, caller)
  if (!entry || entry.state === 'ended') return 'unknown_entry'
  for (const one of listBlockEntries(db, entry).filter(({ state }) => state === 'paused')) {
    updateEntry(db, one.id, { state: 'open', missed: 0 })
    appendEvent(db, { kind: 'waitlist.resumed', actor: caller.uid, subject: one.id }, now)
  }
  return 'resumed'
}
