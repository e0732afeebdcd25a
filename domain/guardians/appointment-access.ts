import type { WallClock } from '#contract/clinic-time.ts'
import { isAdultOn } from '#contract/guardians/ages.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type AppointmentRow,
  findAppointment,
  latestFirst,
  listAppointmentsPaidBy,
  listSharedAppointments,
} from '#drizzle/queries/booking/appointments.ts'
import { type GuardedChild, listChildren } from '#drizzle/queries/guardians/children.ts'
import { type AppointmentMoney, readPaidItems } from '#drizzle/queries/payments/refunds.ts'
import { listReoffersFor, type Reoffered } from '#drizzle/queries/waitlist/entry-lists.ts'

/** A user's access to an appointment: docs/requirements.md#shared-appointments. */
export interface AppointmentAccess {
  row: AppointmentRow
  /**
   * Whether the user booked it: its address, phone and email are theirs. Otherwise they guard the child, or
   * paid.
   */
  isBooker: boolean
  /** Whether they may move it within the rules for families. */
  mayMove: boolean
  mayCancel: boolean
  mayPay: boolean
}

/** Now at the clinic. */
/** The appointment with this id, if that user has access; undefined otherwise. */
export function findAccess(
  db: Database,
  { id, uid }: { id: string; uid: string },
  moment: WallClock,
): AppointmentAccess | undefined {
  const row = findAppointment(db, id)
  return row && accessTo(db, row, { uid, moment })
}

/** A user's access to an appointment; undefined without access. */
export function accessTo(
  db: Database,
  row: AppointmentRow,
  { uid, moment }: { uid: string; moment: WallClock },
  facts: AccessFacts = factsAbout(db, [row], uid),
): AppointmentAccess | undefined {
  const isBooker = row.patientUid === uid
  const access = { row, isBooker }
  // A payer may cancel it, whatever other rights they have lost.
  const hasPaid = isKeptFrom(row, uid, facts)
  const { childId } = row
  if (childId === null) {
    if (isBooker) return { ...access, mayMove: true, mayCancel: true, mayPay: true }
  } else {
    const { guardianship: rights, child } = facts.guarded(childId) ?? {}
    const isAdult = child !== undefined && isAdultOn(child.birthDate, moment.today)
    if (rights && isBooker) {
      return { ...access, mayMove: !isAdult, mayCancel: !isAdult || hasPaid, mayPay: true }
    }
    if (rights && !isAdult) {
      const { mayBook, mayPay } = rights
      return { ...access, mayMove: mayBook, mayCancel: mayBook || hasPaid, mayPay }
    }
  }
  const isTheirMoney =
    hasPaid || (isPast(row, moment) && facts.paidFor(row.id).some(({ payer }) => payer === uid))
  if (!isTheirMoney) return undefined
  return { ...access, mayMove: false, mayCancel: hasPaid, mayPay: false }
}

/** The facts that decide about access to some appointments, each read once on demand. */
interface AccessFacts {
  guarded(childId: string): GuardedChild | undefined
  /** Oldest first. */
  paidFor(appointmentId: string): AppointmentMoney['items']
  /** Set while the clinic holds another time for it. */
  reofferOf(appointmentId: string): Reoffered | undefined
}

function factsAbout(db: Database, rows: readonly AppointmentRow[], uid: string): AccessFacts {
  let guarded: ReadonlyMap<string, GuardedChild> | undefined
  let paid: ReturnType<typeof readPaidItems> | undefined
  let reoffers: ReadonlyMap<string, Reoffered> | undefined
  const ids = rows.map((row) => row.id)
  return {
    guarded(childId) {
      guarded ??= new Map(listChildren(db, uid).map((each) => [each.guardianship.childId, each]))
      return guarded.get(childId)
    },
    paidFor(id) {
      paid ??= readPaidItems(db, ids)
      return paid.get(id) ?? []
    },
    reofferOf(id) {
      reoffers ??= new Map(
        listReoffersFor(db, { appointmentIds: ids, uid }).map((one) => [one.appointmentId, one]),
      )
      return reoffers.get(id)
    },
  }
}

/** Whether it is over or canceled. */
export function isPast(row: AppointmentRow, moment: WallClock): boolean {
  return row.status === 'cancelled' || isOver(row, moment)
}

function isOver(
  { date, startMinute, lengthMinutes }: AppointmentRow,
  { today, minute }: WallClock,
): boolean {
  return date < today || (date === today && startMinute + lengthMinutes <= minute)
}

/**
 * Whether another person paid for an appointment: the last payment that is kept, or was refunded. False when
 * nothing was paid.
 */
export function isPaidByOther(
  db: Database,
  row: AppointmentRow,
  uid: string,
  facts: AccessFacts = factsAbout(db, [row], uid),
): boolean {
  const paid = row.transactionId === null ? facts.paidFor(row.id).at(-1) : findKept(row, facts)
  return paid !== undefined && paid.payer !== uid
}

/** An appointment as shown to a user. */
export interface ShownAppointment extends AppointmentAccess {
  /** Whether another person made the payment that it names. */
  isOthersPayment: boolean
  reoffer: Reoffered | undefined
}

export function showAppointment(
  db: Database,
  access: AppointmentAccess,
  uid: string,
  facts: AccessFacts = factsAbout(db, [access.row], uid),
): ShownAppointment {
  const { row } = access
  const isOthersPayment = row.transactionId !== null && isPaidByOther(db, row, uid, facts)
  return { ...access, isOthersPayment, reoffer: facts.reofferOf(row.id) }
}

/** The appointments that the user has access to; three statements for all. */
export function showAppointments(
  db: Database,
  rows: readonly AppointmentRow[],
  { uid, moment }: { uid: string; moment: WallClock },
): ShownAppointment[] {
  const facts = factsAbout(db, rows, uid)
  return rows
    .flatMap((row) => accessTo(db, row, { uid, moment }, facts) ?? [])
    .map((access) => showAppointment(db, access, uid, facts))
}

/** The payment whose money is kept for an appointment. */
function findKept({ id, transactionId }: AppointmentRow, facts: AccessFacts) {
  return facts.paidFor(id).find(({ payment }) => payment.id === transactionId)
}

/** Whether that user paid what the clinic keeps for an appointment. */
function isKeptFrom(row: AppointmentRow, uid: string, facts: AccessFacts): boolean {
  return findKept(row, facts)?.payer === uid
}

/** An appointment of another booker in a user's list. */
export interface SharedRow {
  row: AppointmentRow
  isOver: boolean
  mayBook: boolean
  mayCancel: boolean
  mayPay: boolean
  reoffer: Reoffered | undefined
}

/**
 * The appointments that others booked for the user's children, and upcoming ones that the user paid for
 * without guarding the child any longer; latest day first.
 */
export function listShared(db: Database, uid: string, moment: WallClock): SharedRow[] {
  const guarded = listSharedAppointments(db, uid).filter(
    ({ birthDate }) => !isAdultOn(birthDate, moment.today),
  )
  const known = new Set(guarded.map(({ row }) => row.id))
  const paid = listAppointmentsPaidBy(db, uid)
    .filter((row) => row.patientUid !== uid && !known.has(row.id) && !isPast(row, moment))
    .map((row) => ({ row, mayBook: false, mayPay: false }))
  const shared = [...guarded, ...paid]
  const facts = factsAbout(
    db,
    shared.map(({ row }) => row),
    uid,
  )
  return shared
    .sort((one, other) => latestFirst(one.row, other.row))
    .map(({ row, mayBook, mayPay }) => ({
      row,
      isOver: isOver(row, moment),
      mayBook,
      mayCancel: mayBook || isKeptFrom(row, uid, facts),
      mayPay,
      reoffer: facts.reofferOf(row.id),
    }))
}
