import { format } from 'date-fns/format'
import { DEFAULT_IMPORT_RULES } from '#contract/clinic/clinic-settings.ts'
import { fromIsoDate } from '#contract/dates.ts'
import { instantOf } from '#domain/clinic-clock.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import type { EmailedAppointment } from '#domain/notifications/content/email-subject.ts'
import { BEN, exampleAppointment, GUEST, MIA } from '#domain/notifications/content/examples.ts'
import { afterQuietHours, readReminderSettings } from '#domain/notifications/reminders.ts'
import {
  childOf,
  HOW_TO_LINK,
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
import type { Database } from '#drizzle/client.ts'
import { type AppointmentRow, listFamilyOnDay } from '#drizzle/queries/booking/appointments.ts'
import { findDeskFamily } from '#drizzle/queries/front-desk/families.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import type { NotificationOf } from '#drizzle/queries/notifications/notifications.ts'
import { readStoredSettings } from '#drizzle/queries/schedule/clinic-settings.ts'
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
  describe({ appointments, recipient, unsubscribeUrl }, sender) {
    const [first, ...others] = appointments
    const isOne = others.length === 0
    const day = format(fromIsoDate(first.date), 'EEEE, MMMM d')
    const count = appointments.length
    const viewAll = isOne ? viewAppointment(first, sender) : viewAppointments(sender)
    return {
      subject: isOne
        ? `Reminder: your appointment on ${shortTime(first)}`
        : `Reminder: your ${count} appointments on ${format(fromIsoDate(first.date), 'EEE, MMM d')}`,
      preview: isOne ? `We’ll see you on ${day}.` : `Your ${count} appointments on ${day}.`,
      heading: isOne ? 'See you soon' : `Your ${count} appointments on ${day}`,
      paragraphs: [
        isOne
          ? 'This is a reminder of your appointment.'
          : 'This is a reminder of your appointments.',
      ],
      details: [
        ...(isOne
          ? [...childOf(first), timeOf('When', first, sender)]
          : [timesOf(appointments, sender)]),
        placeOf(sender),
        ...thingsOf(sender),
      ],
      action: recipient.hasAccount ? viewAll : signUp(sender),
      closing: [...(recipient.hasAccount ? [] : [HOW_TO_LINK]), waysToChange(recipient, sender)],
      reason: whyReminded(appointments, recipient),
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
  if (!{ ...DEFAULT_IMPORT_RULES, ...readStoredSettings(db).details }.importReminders) return true
  const { state, from } = readOpening(db)
  return state === 'preparing' || (state === 'opens' && (from === null || date < from))
}

function whyReminded(
  appointments: readonly EmailedAppointment[],
  { hasAccount }: { hasAccount: boolean },
): string {
  if (appointments.every(({ isShared }) => isShared)) {
    return 'You get this reminder because you are a guardian of this child.'
  }
  return hasAccount
    ? 'You get this reminder because an appointment was booked with your account.'
    : 'You get this reminder because our front desk booked an appointment for you.'
}
