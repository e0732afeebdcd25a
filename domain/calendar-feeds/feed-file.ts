import { millisecondsInMinute } from 'date-fns/constants'
import ical, {
  ICalCalendarMethod,
  ICalEventClass,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import { FEED_DAYS } from '#contract/calendar-feeds/calendar-feeds.ts'
import { addressLine, type ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { dayAfter, type IsoDate } from '#contract/dates.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { LONGEST_NAME, toHeaderText } from '#domain/notifications/content/address.ts'
import { appointmentUid } from '#domain/notifications/content/calendar-file.ts'
import type { Database } from '#drizzle/client.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import {
  type FeedRow,
  listFeedAppointments,
} from '#drizzle/queries/calendar-feeds/calendar-feeds.ts'

interface FeedContext {
  siteUrl: string
  timeZone: string
  clinic: ClinicDetails
}

/** The days of a feed: 30 back to 180 ahead, with canceled appointments. */
export function readFeed(
  db: Database,
  { doctorId }: Pick<FeedRow, 'doctorId'>,
  today: IsoDate,
): AppointmentRow[] {
  const days = { from: dayAfter(today, -FEED_DAYS.past), to: dayAfter(today, FEED_DAYS.coming) }
  return listFeedAppointments(db, { ...days, doctorId })
}

/** A feed as a calendar file (RFC 5545): the same text as long as its appointments are the same. */
export function feedFile(
  rows: readonly AppointmentRow[],
  { withNames }: Pick<FeedRow, 'withNames'>,
  { siteUrl, timeZone, clinic }: FeedContext,
): string {
  const calendar = ical({
    prodId: { company: 'Sprout', product: 'Appointments', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    name: toHeaderText(`${clinic.name} appointments`, LONGEST_NAME),
    ttl: 15 * 60,
  })
  for (const row of rows) {
    const start = instantOf(row, timeZone)
    const changed = row.cancelledAt ?? row.createdAt
    calendar.createEvent({
      id: appointmentUid(row.id, siteUrl),
      sequence: row.version,
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
  return `${calendar.toString()}\r\n`
}

/** 'Mia Miller: Allergy Testing' */
function nameOf({ childName, patientName, treatment }: AppointmentRow): string {
  return toHeaderText(`${childName ?? patientName}: ${treatment}`, LONGEST_NAME)
}
