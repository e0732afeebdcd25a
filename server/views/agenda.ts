import type { AgendaEntry, NoteHistory } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import type { CanceledAppointment } from '#contract/front-desk/canceled.ts'
import { receiptNumber } from '#contract/payments/receipts.ts'
import type { Frame } from '#domain/availability/agenda-frame.ts'
import type { ClinicClock } from '#domain/clinic-clock.ts'
import type { Dial } from '#domain/dialable-phone.ts'
import { attendanceOf } from '#domain/front-desk/attendance.ts'
import type { AgendaRow, CanceledRow } from '#drizzle/queries/front-desk/agenda.ts'
import type { NoteRow } from '#drizzle/queries/front-desk/notes.ts'
import { billedElsewhereOf, toDeskAppointment, toDeskTime } from './appointments.ts'
import { toChildAlert } from './guardians.ts'
import { withId } from './with-id.ts'

/** The appointment as the front desk sees it. */
export function toAgendaEntry(
  {
    appointment: row,
    attendanceByName,
    payment,
    receipt,
    missed,
    isFirst,
    isReoffered,
    alerts,
    language,
  }: AgendaRow,
  { dayOf, minuteOf }: Pick<ClinicClock, 'dayOf' | 'minuteOf'>,
  dial: Dial,
): AgendaEntry {
  const { attendanceAt } = row
  return {
    ...toDeskAppointment(row, dial),
    childId: row.childId,
    alerts: alerts.map(toChildAlert),
    paid: row.paid || row.billedElsewhere,
    ...billedElsewhereOf(row),
    payment: payment && {
      method: payment.method,
      day: dayOf(payment.succeededAt ?? row.createdAt),
      receipt: receipt && receiptNumber(receipt),
    },
    attendance: attendanceOf(row),
    arrivedMinute: row.arrivedAt && minuteOf(row.arrivedAt),
    room: row.roomAt && { name: row.room, minute: minuteOf(row.roomAt) },
    step: attendanceAt && {
      by: attendanceByName,
      at: attendanceAt.toISOString(),
      day: dayOf(attendanceAt),
    },
    note: row.staffNote,
    noteVersion: row.noteVersion,
    overrideReason: row.overrideReason,
    squeezed: row.squeezed,
    ...(isReoffered && { reoffered: true as const }),
    ...(language && { language }),
    ...(isFirst && { firstVisit: true as const }),
    missed,
  }
}

/** A canceled appointment as the front desk sees it. */
export function toCanceled({ appointment, by }: CanceledRow, dial: Dial): CanceledAppointment {
  const { cancelledAt, createdAt } = appointment
  return {
    ...toDeskTime(appointment, dial),
    canceledAt: (cancelledAt ?? createdAt).toISOString(),
    by,
  }
}

/** A note as staff see it. */
export function toNote({
  version,
  note,
  writtenByName: by,
  writtenAt,
}: NoteRow & { writtenByName: string | null }): NoteHistory[number] {
  return { version, note, by, at: writtenAt.toISOString() }
}

/** What the calendar shows around the appointments of some days. */
export function toAgendaFrame({
  doctors,
  treatments,
  days,
}: Frame): Pick<AgendaFrame, 'doctors' | 'treatments' | 'days'> {
  return {
    doctors: doctors.map(withId),
    treatments: treatments.map(withId),
    days: days.map((day) => ({ ...day, doctors: day.doctors.map(withId) })),
  }
}
