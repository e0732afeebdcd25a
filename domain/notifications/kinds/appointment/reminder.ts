import { instantOf } from '#domain/clinic-clock.ts'
import type { Texts } from '#domain/notifications/content/email-content.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { EmailedAppointment, Recipient } from '#domain/notifications/content/email-subject.ts'
import { BEN, exampleAppointment, GUEST, MIA } from '#domain/notifications/content/examples.ts'
import type { Speaker } from '#domain/notifications/content/speech.ts'
import { afterQuietHours, readReminderSettings } from '#domain/notifications/reminders.ts'
import {
  childOf,
  placeOf,
  shortTime,
  signUp,
  thingsOf,
  timeOf,
  timesOf,
  viewAppointment,
  viewAppointments,
  waysToChange,
} from '#domain/notifications/templates/email-details.ts'
import { readSettings } from '#domain/settings.ts'
import type { Database } from '#drizzle/client.ts'
import { type AppointmentRow, listFamilyOnDay } from '#drizzle/queries/booking/appointments.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { readOpening } from '#drizzle/queries/schedule/opening.ts'
import { findReoffer } from '#drizzle/queries/waitlist/waitlist.ts'
import { toEmailed } from './about-appointment.ts'

/** A family's appointments of one day, in order of time. */
interface Reminded {
  appointments: readonly [EmailedAppointment, ...EmailedAppointment[]]
  unsubscribeUrl: string
}

const example: Reminded = {
  appointments: [exampleAppointment()],
  unsubscribeUrl: 'https://clinic.example/unsubscribe?token=a.b',
}

export const reminder: EmailKind<'reminder', Reminded> = {
  read({ db, timeZone, unsubscribeUrl, notification, now }) {
    if (isSwitchedOff(db, notification)) return drop('switched_off')
    const { dueAt, createdAt, uid } = notification
    const { date, until } = notification.data
    const family = uid ?? notification.deskFamilyId
    if (family === null) return drop('account_removed')
    if (until !== null && new Date(until) <= now) return drop('expired')
    // A re-offered appointment does not take place at its time.
    const isUpcoming = (appointment: AppointmentRow) =>
      instantOf(appointment, timeZone) > now &&
      !findReoffer(db, appointment.id) &&
      !isLeftToPrevious(db, appointment)
    const [first, ...rest] = listFamilyOnDay(db, { family, date })
      .filter(isUpcoming)
      .sort((a, b) => a.startMinute - b.startMinute)
    if (!first) return drop('nothing_left')
    const settings = readReminderSettings(db)
    const isYoung = ({ createdAt: booked }: AppointmentRow) =>
      dueAt.getTime() - booked.getTime() < settings.minimumAgeMs
    if ([first, ...rest].every(isYoung)) return drop('nothing_left')
    const quietUntil = afterQuietHours(now, { timeZone, settings })
    if (quietUntil > now) {
      const isTooLate = until !== null && quietUntil >= new Date(until)
      return isTooLate ? drop('expired') : { outcome: 'wait', until: quietUntil }
    }
    const emailed = (row: AppointmentRow) => toEmailed(db, row, { changedAt: createdAt, uid })
    return send({
      appointments: [emailed(first), ...rest.map(emailed)],
      unsubscribeUrl: unsubscribeUrl(family),
    })
  },
  describe({ appointments, recipient, unsubscribeUrl }, speaker) {
    const { words } = speaker
    const texts = appointments.length === 1 ? remindOfOne : remindOfSeveral
    return {
      ...texts(appointments, recipient, speaker),
      closing: [
        ...(recipient.hasAccount ? [] : [words.shared.howToLink]),
        waysToChange(recipient, speaker),
      ],
      reason: whyReminded(appointments, recipient, speaker),
      unsubscribeUrl,
    }
  },
  examples: {
    reminder: example,
    'reminder-without-account': { ...example, recipient: GUEST },
    'reminder-of-siblings': {
      ...example,
      appointments: [
        exampleAppointment({ child: MIA }),
        exampleAppointment({ startMinute: 9 * 60 + 30, child: BEN }),
        exampleAppointment({ startMinute: 14 * 60, lengthMinutes: 45 }),
      ],
    },
  },
}

/** Whether the family wants no reminders. */
function isSwitchedOff(
  db: Database,
  { uid, deskFamilyId }: Pick<NotificationOf, 'uid' | 'deskFamilyId'>,
): boolean {
  const user = uid === null ? undefined : findUser(db, uid)
  const family = user ?? (deskFamilyId === null ? undefined : findDeskFamily(db, deskFamilyId))
  return family?.reminders === false
}

/**
 * Whether it comes from the previous system, and the clinic wants no reminder of it, or it takes
 * place before the site opens.
 */
function isLeftToPrevious(db: Database, { billedElsewhere, date }: AppointmentRow): boolean {
  if (!billedElsewhere) return false
  if (!readSettings(db).importReminders) return true
  const { state, from } = readOpening(db)
  return state === 'preparing' || (state === 'opens' && (from === null || date < from))
}

type ReminderTexts = (
  appointments: Reminded['appointments'],
  recipient: Recipient,
  speaker: Speaker,
) => Pick<Texts, 'subject' | 'preview' | 'heading' | 'paragraphs' | 'details' | 'action'>

const remindOfOne: ReminderTexts = ([first], { hasAccount }, speaker) => {
  const { words, formats } = speaker
  return {
    subject: words.appointment.reminderOfOne(shortTime(first, speaker)),
    preview: words.appointment.seeYouOn(formats.dayInFull(first.date)),
    heading: words.appointment.seeYouSoon,
    paragraphs: [words.appointment.thisIsReminderOfOne],
    details: [
      ...childOf(first, speaker),
      timeOf(words.shared.when, first, speaker),
      placeOf(speaker),
      ...thingsOf(speaker),
    ],
    action: hasAccount ? viewAppointment(first, speaker) : signUp(speaker),
  }
}

const remindOfSeveral: ReminderTexts = (appointments, { hasAccount }, speaker) => {
  const { words, formats } = speaker
  const { length } = appointments
  const [{ date }] = appointments
  return {
    subject: words.appointment.reminderOfSeveral(length, formats.weekday(date)),
    preview: words.appointment.severalOn(length, formats.dayInFull(date)),
    heading: words.appointment.severalOnHeading(length, formats.dayInFull(date)),
    paragraphs: [words.appointment.thisIsReminderOfSeveral],
    details: [timesOf(appointments, speaker), placeOf(speaker), ...thingsOf(speaker)],
    action: hasAccount ? viewAppointments(speaker) : signUp(speaker),
  }
}

function whyReminded(
  appointments: readonly EmailedAppointment[],
  { hasAccount }: Recipient,
  { words: { appointment } }: Speaker,
): string {
  if (appointments.every(({ isShared }) => isShared)) return appointment.whyRemindedGuardian
  return hasAccount ? appointment.whyReminded : appointment.whyRemindedByDesk
}
