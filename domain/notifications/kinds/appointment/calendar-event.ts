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
  describe(subject, sender) {
    const { when, details, view: action, change } = partsOf(subject, sender)
    const shared = { details, action, closing: [change] }
    if (subject.isCorrected) {
      return {
        subject: `Corrected for your calendar: appointment on ${when}`,
        preview: 'It replaces the event in your calendar.',
        heading: 'Corrected for your calendar',
        paragraphs: [
          'Your calendar may show another time: our clinic’s time zone was set wrong when we sent the appointment. This email replaces it there. The appointment itself has not changed.',
        ],
        ...shared,
      }
    }
    return {
      subject: `For your calendar: appointment on ${when}`,
      preview: 'It adds the appointment to your calendar.',
      heading: 'For your calendar',
      paragraphs: [
        'This email adds one of the appointments that were booked together to your calendar.',
      ],
      ...shared,
    }
  },
  calendar: ({ appointment }) => ({ appointment, method: 'REQUEST' }),
  examples: {
    'calendar-event': { appointment, isCorrected: false },
    'calendar-event-corrected': { appointment, isCorrected: true },
  },
}
