import { count } from '#contract/count.ts'
import { formatWireDate } from '#contract/dates.ts'
import { describeRate, formatShare } from '#contract/insights/rates.ts'
import { formatAmount, toDollars } from '#contract/money.ts'
import type { NotificationData } from '#contract/notifications/notifications.ts'
import type { EmailDetail } from '#domain/notifications/content/email-content.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { readSettings } from '#domain/settings.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { describeAlarm } from './alarm.ts'

interface WeeklyFigures {
  figures: NotificationData<'weekly_figures'>
}

/** To an admin. */
export const weeklyFigures: EmailKind<'weekly_figures', WeeklyFigures> = {
  isForStaff: true,
  /** Only while the recipient is an admin, and the email is switched on. */
  read({ db, notification: { uid, data: figures } }) {
    const isAdmin = uid !== null && findUser(db, uid)?.role === 'admin'
    return isAdmin && readSettings(db).weeklyFigures ? send({ figures }) : drop('switched_off')
  },
  describe({ figures }, { siteUrl }) {
    const { from, to, booked, bookedMinutes, openMinutes, missed, missedOf } = figures
    const days = `${formatWireDate(from)} to ${formatWireDate(to)}`
    const filled =
      openMinutes === 0
        ? 'The clinic was not open'
        : `${formatShare(bookedMinutes / openMinutes)} of the open minutes`
    const unpaid = `${formatAmount(toDollars(figures.unpaidCents))}, ${count(figures.unpaid, 'appointment')}`
    return {
      subject: `Last week at the clinic: ${count(booked, 'appointment')}`,
      preview: `The figures of ${days}.`,
      heading: 'Last week at the clinic',
      paragraphs: [`These are the figures of ${days}.`],
      details: [
        { label: 'Booked', lines: [count(booked, 'appointment'), filled] },
        { label: 'No-shows', lines: [describeRate(missed, missedOf)] },
        ...(figures.thirdNext ? [describeWaits(figures.thirdNext)] : []),
        { label: 'Money taken', lines: [formatAmount(toDollars(figures.takenCents))] },
        { label: 'Not paid for more than 30 days', lines: [unpaid] },
      ],
      action: { label: 'Open Insights', url: `${siteUrl}/dashboard/insights?range=weeks` },
      closing: [
        'All figures, and what they count, are in the dashboard.',
        ...describeAlarms(figures),
      ],
      reason:
        'You get this email because you are an admin of the clinic’s site. It can be switched off on the page Clinic.',
    }
  },
  examples: {
    'weekly-figures': {
      figures: {
        from: '2027-03-01',
        to: '2027-03-07',
        booked: 64,
        bookedMinutes: 1_920,
        openMinutes: 9_600,
        missed: 3,
        missedOf: 60,
        takenCents: 5_120_00,
        unpaid: 4,
        unpaidCents: 310_00,
        alarms: [],
        secondCopy: 'checked',
        thirdNext: { median: 3, longest: { name: 'Development Delay', days: 11 } },
      },
    },
    'weekly-figures-with-alarms': {
      figures: {
        from: '2027-03-01',
        to: '2027-03-07',
        booked: 0,
        bookedMinutes: 0,
        openMinutes: 0,
        missed: 0,
        missedOf: 0,
        takenCents: 0,
        unpaid: 0,
        unpaidCents: 0,
        alarms: [
          { alarm: 'refund.failed', count: 1 },
          { alarm: 'process.overloaded', count: 3 },
        ],
        secondCopy: 'none',
      },
    },
  },
}

const COPIES = {
  checked: 'The second copy was restored and checked.',
  failed: 'The second copy could not be restored.',
  none: 'No second copy of the data was checked.',
}

/** The week's alarms, or that there were none. */
function describeAlarms({ alarms, secondCopy }: NotificationData<'weekly_figures'>): string[] {
  if (!alarms || !secondCopy) return []
  if (alarms.length === 0 && secondCopy === 'checked') return ['All copies checked, no alarms.']
  const list = alarms.map(({ alarm, count: times }) =>
    times === 1 ? describeAlarm(alarm) : `${describeAlarm(alarm)} (${times} times)`,
  )
  return [list.length > 0 ? `Alarms: ${list.join('; ')}.` : 'No alarms.', COPIES[secondCopy]]
}

function describeWaits({
  median,
  longest,
}: NonNullable<NotificationData<'weekly_figures'>['thirdNext']>): EmailDetail {
  const lines =
    median === null
      ? ['No treatment has three free times']
      : [
          `${count(median, 'day')} from now (median)`,
          ...(longest ? [`Longest: ${longest.name}, ${count(longest.days, 'day')}`] : []),
        ]
  return { label: 'Third next free time', lines }
}
