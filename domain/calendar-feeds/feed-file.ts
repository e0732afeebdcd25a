import { millisecondsInMinute } from 'date-fns/constants'
import ical, { ICalEventClass, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { addressLine, type ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { describePatient } from '#contract/patients/patients.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { sequenceOf } from '#domain/notifications/content/calendar-file.ts'
import { LONGEST_NAME, toHeaderText } from '#domain/notifications/content/header-text.ts'
import type { FeedAppointment, FeedRow } from '#drizzle/queries/calendar-feeds/calendar-feeds.ts'

export interface FeedContext {
  siteUrl: string
  timeZone: string
  clinic: ClinicDetails
}

// Without METHOD: a published event would need an ORGANIZER, which calendars show.
const startCalendar = ({ clinic }: FeedContext) =>
  ical({
    prodId: { company: 'Sprout', product: 'Appointments', language: 'EN' },
    name: toHeaderText(`${clinic.name} appointments`, LONGEST_NAME),
    ttl: 15 * 60,
  })

const END = 'END:VCALENDAR'

/** The start of a calendar file, before its events. */
const headOf = (context: FeedContext) => startCalendar(context).toString().slice(0, -END.length)

/** A feed as a calendar file (RFC 5545). The text is the same as long as its events are. */
export function feedFile(events: readonly string[], context: FeedContext): string {
  return `${headOf(context)}${events.join('')}${END}\r\n`
}

/** The events of these appointments, as texts of a calendar file. */
export function feedEvents(
  rows: readonly FeedAppointment[],
  { withNames }: Pick<FeedRow, 'withNames'>,
  context: FeedContext,
): string {
  const { siteUrl, timeZone, clinic } = context
  const calendar = startCalendar(context)
  for (const row of rows) {
    const start = instantOf(row, timeZone)
    const changed = row.cancelledAt ?? row.createdAt
    calendar.createEvent({
      id: row.calendarUid,
      sequence: sequenceOf(row),
      stamp: changed,
      start,
      end: new Date(start.getTime() + row.lengthMinutes * millisecondsInMinute),
      summary: withNames ? nameOf(row) : 'Appointment',
      location: `${clinic.fullName}, ${addressLine(clinic)}`,
      url: `${siteUrl}/dashboard/agenda?date=${row.date}`,
      class: ICalEventClass.PRIVATE,
      transparency:
        row.status === 'cancelled'
          ? ICalEventTransparency.TRANSPARENT
          : ICalEventTransparency.OPAQUE,
      status: row.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString().slice(headOf(context).length, -END.length)
}

/** 'Mia Miller, born Jun 5, 2021: Allergy Testing' */
function nameOf({ childName, childBirthDate, patientName, treatment }: FeedAppointment): string {
  const child = childBirthDate ? { birthDate: childBirthDate, bookedBy: patientName } : undefined
  const patient = describePatient({ patientName: childName ?? patientName, child })
  return toHeaderText(`${patient}: ${treatment}`, LONGEST_NAME)
}
