import type { ChangeOptions } from '#contract/booking/appointment-changes.ts'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { BlockObstacles } from '#contract/booking/block-obstacles-calls.ts'
import type { Block } from '#contract/booking/blocks.ts'
import { formatSlot } from '#contract/booking/slots.ts'
import type { ClinicMoment } from '#contract/clinic/clinic.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'
import { describeAgeOn } from '#contract/guardians/ages.ts'
import type { SharedAppointment } from '#contract/guardians/guardians.ts'
import { toDollars } from '#contract/money.ts'
import type { ShownPatient } from '#contract/patients/patients.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { AffectedAppointment, Impact, ScheduleConflict } from '#contract/schedule/schedule.ts'
import type { Options } from '#domain/booking/change-options.ts'
import { refundCeilingOf } from '#domain/booking/refund-ceiling.ts'
import type { BlockObstacle, OfferedBlock } from '#domain/booking/sibling-blocks.ts'
import { wallClockAt } from '#domain/clinic-clock.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import type { SharedRow, ShownAppointment } from '#domain/guardians/appointment-access.ts'
import type { ConflictRow, KnownImpact } from '#domain/schedule/schedule-conflicts.ts'
import type { NamedEntry } from '#domain/waitlist/entries/read-entries.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import type { AgendaRow } from '#drizzle/queries/front-desk/agenda.ts'
import type { UserRow } from '#drizzle/queries/identity/users.ts'
import { toNamed } from './with-id.ts'

/** A doctor in an answer; null where there is none. */
export function toDoctor({
  doctorId,
  doctorName,
}: {
  doctorId: string | null
  doctorName: string | null
}) {
  return doctorId === null ? null : { _id: doctorId, name: doctorName ?? '' }
}

/** The patient for staff: a child with its age on the day and its booker, or the account holder. */
export function toPatient(
  row: Pick<AppointmentRow, 'date' | 'patientName' | 'childId' | 'childName' | 'childBirthDate'>,
): ShownPatient {
  const { childId: id, childName: name, childBirthDate: birthDate, patientName: family } = row
  if (id === null || name === null || birthDate === null) return { patientName: name ?? family }
  return toChildPatient({ id, name, birthDate }, { family, date: row.date })
}

/** A child of that family as staff see a patient, with its age on the day. */
export function toChildPatient(
  { id, name, birthDate }: { id: string; name: string; birthDate: string },
  { family, date }: { family: string; date: IsoDate },
): ShownPatient {
  const age = describeAgeOn(birthDate, date)
  return { patientName: name, child: { _id: id, birthDate, age, bookedBy: family } }
}

/** The children of a waiting list entry, or else its family, as staff see patients. */
export function toWaitingPatients({
  entry,
  family,
  children,
}: {
  entry: Pick<NamedEntry['entry'], 'fromDate'>
  family: Pick<NamedEntry['family'], 'name'>
  children: readonly Pick<NamedEntry['children'][number], 'id' | 'name' | 'birthDate'>[]
}): ShownPatient[] {
  const name = family.name ?? ''
  if (children.length === 0) return [{ patientName: name }]
  return children.map((child) => toChildPatient(child, { family: name, date: entry.fromDate }))
}

/** Each patient once: children by id, others by name. */
export function uniquePatients(patients: readonly ShownPatient[]): ShownPatient[] {
  return [...new Map(patients.map((each) => [each.child?._id ?? each.patientName, each])).values()]
}

/** A phone number as staff see it. */
export function toPhone(phone: string, dial: Dial) {
  return { phone, dialablePhone: dial(phone) }
}

/** An appointment's time as the front desk sees it, also a canceled one. */
export function toDeskTime(row: AgendaRow['appointment'], dial: Dial) {
  return {
    _id: row.id,
    startMinute: row.startMinute,
    lengthMinutes: row.lengthMinutes,
    treatment: row.treatment,
    doctor: toDoctor(row),
    family: row.patientUid ?? row.deskFamilyId,
    ...toPatient(row),
    ...toPhone(row.phone, dial),
  }
}

/** A booked appointment as the front desk sees it. */
export function toDeskAppointment(row: AgendaRow['appointment'], dial: Dial) {
  return {
    ...toDeskTime(row, dial),
    version: row.version,
    date: row.date,
    email: row.email,
    price: toDollars(row.priceCents),
  }
}

/** The mark of an appointment that the previous system bills. */
export const billedElsewhereOf = ({ billedElsewhere }: Pick<AppointmentRow, 'billedElsewhere'>) =>
  billedElsewhere ? { billedElsewhere: true as const } : {}

/** An appointment's place in its series. */
export function seriesOf({
  seriesNumber,
  seriesSize,
}: Pick<AppointmentRow, 'seriesNumber' | 'seriesSize'>): Pick<Appointment, 'series'> {
  if (seriesNumber === null || seriesSize === null) return {}
  return { series: { number: seriesNumber, size: seriesSize } }
}

/** The appointment as the API shows it. */
export function toAppointment(row: AppointmentRow): Appointment {
  const { id, treatment, priceCents, paid, status, patientName, email, phone, address } = row
  return {
    _id: id,
    treatment,
    date: formatWireDate(row.date),
    slot: formatSlot(row),
    doctor: row.doctorName ?? undefined,
    price: toDollars(priceCents),
    paid: paid || row.billedElsewhere,
    ...billedElsewhereOf(row),
    status,
    terms: row.terms ?? DEFAULT_TERMS,
    refundCeiling: refundCeilingOf(row),
    moves: row.moves,
    patient: email,
    patientName,
    ...(row.childId !== null && { child: { _id: row.childId, name: row.childName ?? '' } }),
    ...seriesOf(row),
    email,
    phone,
    address,
    transactionId: row.transactionId ?? undefined,
  }
}

/**
 * The appointment as that user sees it. If another guardian booked it, it has the user's own name and email,
 * and neither phone nor address. It names a transaction only if the user paid.
 */
export function toAppointmentFor(
  { row, isBooker, mayMove, mayCancel, mayPay, isOthersPayment, reoffer }: ShownAppointment,
  { name, email }: Pick<UserRow, 'name' | 'email'>,
): Appointment {
  const { terms, ...appointment } = toAppointment(row)
  const mayChange = mayMove || mayCancel
  const shown = {
    ...appointment,
    ...((mayChange || mayPay) && { terms }),
    ...(!mayChange && { mayChange: false as const }),
    ...toReoffer(reoffer),
  }
  const transactionId = isOthersPayment ? undefined : shown.transactionId
  if (isBooker) return { ...shown, transactionId }
  const viewer = { patientName: name, patient: email, email }
  return { ...shown, ...viewer, phone: '', address: '', transactionId, shared: true, mayPay }
}

/** Set while the clinic holds another time for it. */
function toReoffer(reoffer: ShownAppointment['reoffer']): Pick<Appointment, 'reoffer'> {
  return reoffer ? { reoffer: { offer: reoffer.offerId } } : {}
}

/** A shared appointment in a user's list. */
export function toSharedAppointment({
  row,
  isOver,
  mayBook,
  mayCancel,
  mayPay,
  reoffer,
}: SharedRow): SharedAppointment {
  const { _id, child, treatment, date, slot, doctor, status, paid, price } = toAppointment(row)
  return {
    _id,
    child,
    treatment,
    date,
    slot,
    doctor,
    status,
    paid,
    past: isOver,
    mayBook,
    mayCancel,
    ...(mayPay && { price }),
    ...toReoffer(reoffer),
  }
}

/** The changes of the appointment that the user can make now. */
export function toChangeOptions(
  row: AppointmentRow,
  { seesPrice, deadline, clinicQuote, isReoffered, ...options }: Options,
  { timeZone }: Pick<ClinicMoment, 'timeZone'>,
): ChangeOptions {
  const until = wallClockAt(deadline, timeZone)
  return {
    _id: row.id,
    treatment: row.treatment,
    slot: formatSlot(row),
    ...(seesPrice && { price: toDollars(row.priceCents) }),
    paid: row.paid,
    status: row.status,
    version: row.version,
    date: row.date,
    treatmentId: row.treatmentId,
    doctor: toDoctor(row),
    canMove: options.moveObstacle === null,
    canCancel: options.cancelObstacle === null,
    ...options,
    untilOnline: deadline.toISOString(),
    untilOnlineAt: { date: until.today, minute: until.minute },
    terms: row.terms ?? DEFAULT_TERMS,
    refundCeiling: refundCeilingOf(row),
    ...(isReoffered && { reoffered: true as const }),
    ...(clinicQuote && { clinicQuote }),
  }
}

/** The effect of a change on these appointments. */
export function toImpact(
  { named, notTold, refundCents, ...impact }: KnownImpact,
  dial: Dial,
): Impact {
  return {
    ...impact,
    refund: toDollars(refundCents),
    appointments: named.map((row) => toAffected(row, dial)),
    notTold: notTold.map(({ patientUid, deskFamilyId, patientName: name, phone }) => ({
      _id: patientUid ?? deskFamilyId,
      name,
      ...toPhone(phone, dial),
    })),
  }
}

/** An appointment that a change of the schedule affects. */
export function toAffected(row: AppointmentRow, dial: Dial): AffectedAppointment {
  const { id, version, date, treatment, doctorName, email, paid } = row
  return {
    _id: id,
    version,
    date,
    slot: formatSlot(row),
    treatment,
    doctor: doctorName,
    family: row.patientUid ?? row.deskFamilyId,
    ...toPatient(row),
    email,
    ...toPhone(row.phone, dial),
    paid,
    price: toDollars(row.priceCents),
  }
}

/** An appointment that does not fit, and why. */
export function toScheduleConflict({ row, reasons }: ConflictRow, dial: Dial): ScheduleConflict {
  return { ...toAffected(row, dial), treatmentId: row.treatmentId, reasons }
}

/** A block as the API shows it. */
export function toBlock(offered: OfferedBlock): Block {
  const startMinute = Math.min(...offered.map(({ slot }) => slot.startMinute))
  const end = Math.max(...offered.map(({ slot }) => slot.startMinute + slot.lengthMinutes))
  return {
    time: formatSlot({ startMinute, lengthMinutes: end - startMinute }),
    items: offered.map(({ child, treatment, slot, doctor, priceCents }) => ({
      child: toNamed(child),
      treatment: treatment.name,
      slot: formatSlot(slot),
      doctor: doctor?.name,
      price: toDollars(priceCents),
    })),
  }
}

/** A child who cannot come on a day, in the form of `GET /appointment-blocks/obstacles`. */
export function toBlockObstacle({
  child,
  treatment,
  booked,
}: BlockObstacle): BlockObstacles['children'][number] {
  return { name: child.name, treatment: treatment.name, slot: booked && formatSlot(booked) }
}
