import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { exampleAppointment } from '#domain/notifications/content/examples.ts'
import { partsOf } from '#domain/notifications/templates/email-details.ts'
import { type AboutOne, readAppointment } from './about-appointment.ts'

/**
 * A calendar invitation for one of several appointments that were booked together. `isCorrected`: the
 * calendar shows another instant, because the clinic's time zone was wrong.
 */
interface ForCalendar extends AboutOne {
  isCorrected: boolean
}

const appointment = exampleAppointment()

export const calendarEvent: EmailKind<'calendar_event', ForCalendar> = {
  read: (question) =>
    readAppointment(question, ({ appointment, change }) =>
      change
        ? drop(change)
        : send({ appointment, isCorrected: question.notification.data.corrected ?? false }),
    ),
  describe(subject, speaker) {
    const { when, details, view: action, change } = partsOf(subject, speaker)
    const words = speaker.words.appointment
    const shared = { details, action, closing: [change] }
    if (subject.isCorrected) {
      return {
        subject: words.correctedForCalendar(when),
        preview: words.replacesInCalendar,
        heading: words.correctedHeading,
        paragraphs: [words.zoneWasWrong],
        ...shared,
      }
    }
    return {
      subject: words.forCalendar(when),
      preview: words.addsToCalendar,
      heading: words.forCalendarHeading,
      paragraphs: [words.addsOneToCalendar],
      ...shared,
    }
  },
  calendar: ({ appointment }) => ({ appointment, method: 'REQUEST' }),
  examples: {
    'calendar-event': { appointment, isCorrected: false },
    'calendar-event-corrected': { appointment, isCorrected: true },
  },
}
