import { millisecondsInMinute } from 'date-fns/constants'
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { addressLine } from '#contract/clinic/clinic-details.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import type { EmailedAppointment } from './email-subject.ts'
import { LONGEST_NAME, toHeaderText } from './header-text.ts'
import { withoutIsolates } from './isolates.ts'
import type { Speaker } from './speech.ts'

/** An appointment for a calendar. */
interface CalendarSubject {
  appointment: EmailedAppointment
  isCancelled: boolean
  /** The recipient; absent for a download. */
  recipient?: { name: string; address: string }
}

/**
 * The calendar file of an appointment (RFC 5545, 5546): an invitation, update or cancellation for a
 * recipient, or a published event for a download. UID, SEQUENCE and ORGANIZER are the same in all of them, so
 * calendars know that it is one event. Contains neither treatment nor doctor, child or price. Times are in
 * UTC, and there is no alarm.
 */
export function calendarFile(
  { appointment, isCancelled, recipient }: CalendarSubject,
  { from, timeZone, clinic, language, words, pageAt, translated }: Speaker,
): { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; content: string } {
  const { id, sequence, calendarUid, changedAt, lengthMinutes } = appointment
  const start = instantOf(appointment, timeZone)
  const url = pageAt(appointmentPath(id))
  const method = methodOf({ isCancelled, recipient })
  const calendar = ical({
    prodId: { company: 'Sprout', product: 'Appointments', language: language.toUpperCase() },
    method: ICalCalendarMethod[method],
  })
  const event = calendar.createEvent({
    id: calendarUid,
    sequence,
    stamp: changedAt,
    lastModified: changedAt,
    start,
    end: new Date(start.getTime() + lengthMinutes * millisecondsInMinute),
    summary: toHeaderText(translated(clinic.calendarTitle), LONGEST_NAME),
    location: `${clinic.fullName}, ${addressLine(clinic)}`,
    description: withoutIsolates(words.calendar.details(url)),
    url,
    class: ICalEventClass.PRIVATE,
    transparency: ICalEventTransparency.OPAQUE,
    organizer: {
      name: toHeaderText(from.name, LONGEST_NAME),
      email: appointment.organizer || from.address,
    },
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  if (recipient) {
    event.createAttendee({
      name: toHeaderText(recipient.name, LONGEST_NAME),
      email: recipient.address,
      rsvp: false,
      status: ICalAttendeeStatus.ACCEPTED,
      role: ICalAttendeeRole.REQ,
    })
  }
  return { method, content: `${calendar.toString()}\r\n` }
}

/** The SEQUENCE of an appointment in every calendar; it only grows. */
export function sequenceOf({
  version,
  calendarRevision,
}: Pick<AppointmentRow, 'version' | 'calendarRevision'>): number {
  return version + calendarRevision
}

/** The page about an appointment, behind the login. */
export const appointmentPath = (id: string) => `/dashboard/appointment/${id}`

function methodOf({ isCancelled, recipient }: Pick<CalendarSubject, 'isCancelled' | 'recipient'>) {
  if (!recipient) return 'PUBLISH'
  return isCancelled ? 'CANCEL' : 'REQUEST'
}
