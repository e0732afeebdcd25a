import type { AppointmentKind, NotificationData } from '#contract/notifications/notifications.ts'
import type { Database } from '#drizzle/client.ts'
import {
  type Booker,
  isUnconfirmed,
  type NotificationOf,
} from '#drizzle/queries/notifications/notifications.ts'

/** A change of an appointment that its family is told about; other kinds go to some of its guardians. */
type AppointmentNews = Exclude<AppointmentKind, 'calendar_event' | 'reassigned'>

/** The content of a notification about an appointment. */
export type AboutAppointment = {
  [Kind in AppointmentNews]: { kind: Kind; data: NotificationData<Kind> }
}[AppointmentNews]

/** Kinds about a change that ends unsent emails about the appointment's time. */
export const endsEarlierTimes = ({ kind }: AboutAppointment) =>
  kind === 'moved' || kind === 'cancelled' || kind === 'patient_changed'

interface ToldOf {
  /** The appointment after the change. */
  appointment: Booker
  /** The recipient's account, if any. */
  uid: string | null
  /** The email about the last move, which the recipient does not get. */
  unsent: NotificationOf<'moved'> | undefined
}

/**
 * Names the time of which the recipient was told last as the former one.
 * @returns undefined when the recipient knows the present time already
 */
export function sinceToldTime(
  db: Database,
  about: AboutAppointment,
  { appointment, uid, unsent }: ToldOf,
): AboutAppointment | undefined {
  if (!unsent) return about
  const { from, fromDoctorId = null } = unsent.data
  const isBack = isSameTime(from, appointment)
  switch (about.kind) {
    case 'moved': {
      const { doctorId } = appointment
      const isOtherDoctor = fromDoctorId !== null && doctorId !== null && doctorId !== fromDoctorId
      const told = { from, fromDoctorId, ...(isOtherDoctor && { isOtherDoctor }) }
      if (!isBack || isOtherDoctor) return { kind: 'moved', data: told }
      // An attempt may have reached the mail server.
      if (unsent.attempts > 0) return about
      return isUnconfirmed(db, { appointmentId: appointment.id, uid })
        ? { kind: 'booked', data: {} }
        : undefined
    }
    case 'cancelled':
      return isBack ? about : { ...about, data: { ...about.data, from } }
    case 'patient_changed':
      return isBack ? about : { ...about, data: { ...about.data, from } }
    default:
      return about
  }
}

type Time = NotificationData<'moved'>['from']

const isSameTime = (one: Time, other: Time) =>
  one.date === other.date &&
  one.startMinute === other.startMinute &&
  one.lengthMinutes === other.lengthMinutes
