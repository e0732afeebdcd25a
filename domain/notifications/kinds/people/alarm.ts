import type { AlarmKind } from '#contract/audit/alarms.ts'
import { drop, type EmailKind, send } from '#domain/notifications/content/email-kind.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
import { countAlarmsSince } from '#drizzle/queries/notifications/alarm-emails.ts'

interface Alarm {
  alarm: AlarmKind
  /** How many alarms since the last email. */
  count: number
}

interface AlarmWords {
  /** What happened, in a few words. */
  what: string
  /** What to do about it. */
  todo: string
  /** The dashboard page for it. */
  page: { name: string; path: string }
  /** Fewer than this within an hour are normal. */
  least?: number
}

const PAYMENTS = { name: 'Payments', path: '/dashboard/payments' }
const AUDIT_LOG = { name: 'Audit log', path: '/dashboard/audit' }
const SECOND_COPY = { name: 'Second copy', path: '/dashboard/clinic/second-copy' }
const ALARMS = { name: 'Alarms', path: '/dashboard/clinic/alarms' }

/** Never names a person, because others may read the email. */
const WORDS: Record<AlarmKind, AlarmWords> = {
  'refund.failed': {
    what: 'A refund failed',
    todo: 'The payer’s bank did not take the money. Refund it again, or by other means.',
    page: PAYMENTS,
  },
  'refund.handed_back_late': {
    what: 'Cash was handed back after its day',
    todo: 'An admin handed cash back after the day of the appointment. If you didn’t expect it, ask who and why.',
    page: AUDIT_LOG,
  },
  'payment.disputed': {
    what: 'A payment is disputed',
    todo: 'Answer the dispute in Stripe’s dashboard, and mark it as known on the page Payments.',
    page: PAYMENTS,
  },
  'appointment.unpaid': {
    what: 'A paid appointment is unpaid again',
    todo: 'A refund in Stripe’s dashboard or a lost dispute took the money back. If no one at the clinic did it, change the Stripe keys.',
    page: PAYMENTS,
  },
  'user.promoted': {
    what: 'There is a new admin',
    todo: 'If you didn’t expect it, take the role away at once, and have the admin who gave it reset their password.',
    page: AUDIT_LOG,
  },
  'data.exported': {
    what: 'The clinic’s records were downloaded',
    todo: 'An admin has begun to download all families and appointments. If you didn’t expect it, ask who and why, and have their password reset.',
    page: AUDIT_LOG,
  },
  'user.sessions_ended': {
    what: 'Many users were logged out',
    todo: 'Many resets of passwords, or disabled accounts, may mean that passwords were stolen. Compare the reasons.',
    page: AUDIT_LOG,
    least: 10,
  },
  'insights.mended': {
    what: 'Figures didn’t match their source',
    todo: 'They were counted again. Someone may have changed the database by hand: tell the person who runs the site.',
    page: { name: 'Insights', path: '/dashboard/insights' },
  },
  'webhook.disabled': {
    what: 'A webhook was turned off',
    todo: 'Another system of the clinic has accepted nothing for days. Have it repaired, then turn the webhook on again.',
    page: { name: 'Webhooks', path: '/dashboard/webhooks' },
  },
  'replica.stale': {
    what: 'The second copy is out of date',
    todo: 'Changes no longer reach it. Tell the person who runs the site: the storage of the copy may be full or unreachable.',
    page: SECOND_COPY,
  },
  'replica.drill_failed': {
    what: 'The second copy could not be restored',
    todo: 'Tell the person who runs the site to make a backup now, and to start a new copy.',
    page: SECOND_COPY,
  },
  'process.disk_low': {
    what: 'The disk is nearly full',
    todo: 'When it is full, nothing can be booked. Tell the person who runs the site to free up space.',
    page: ALARMS,
  },
  'process.backup_old': {
    what: 'There is no recent backup',
    todo: 'Tell the person who runs the site: the newest backup is older than the clinic allows.',
    page: ALARMS,
  },
  'process.stripe_silent': {
    what: 'No events from Stripe',
    todo: 'Payments are found later than they should be. Check the webhook in Stripe’s dashboard, and its signing secret.',
    page: PAYMENTS,
  },
  'process.emails_bouncing': {
    what: 'Many emails bounce',
    todo: 'Providers may soon refuse all emails of the clinic. Correct the addresses, and check the mail provider’s report.',
    page: { name: 'Emails', path: '/dashboard/emails' },
  },
  'process.overloaded': {
    what: 'The site was too slow',
    todo: 'It responded slowly for several seconds and turned visitors away. The site’s log names what kept it busy.',
    page: ALARMS,
  },
}

/** To an admin, about events that staff must act on. */
export const alarm: EmailKind<'alarm', Alarm> = {
  isForStaff: true,
  read({ db, notification: { uid, data } }) {
    if (uid === null || findUser(db, uid)?.role !== 'admin') return drop('switched_off')
    const count = countAlarmsSince(db, data.alarm, data.eventId)
    const { least = 1 } = WORDS[data.alarm]
    return count < least ? drop('nothing_left') : send({ alarm: data.alarm, count })
  },
  describe({ alarm: kind, count }, { siteUrl }) {
    const { what, todo, page } = WORDS[kind]
    const times = count === 1 ? [] : [{ label: 'How often', lines: [`${count} times`] }]
    return {
      subject: `${what}${count === 1 ? '' : ` (${count} times)`}`,
      preview: todo,
      heading: what,
      paragraphs: [todo],
      details: times,
      action: { label: `Open ${page.name}`, url: `${siteUrl}${page.path}` },
      closing: ['We won’t email you about the same problem again for at least an hour.'],
      reason: 'You get this email because you are an admin of the clinic’s site.',
    }
  },
  examples: {
    alarm: { alarm: 'refund.failed', count: 1 },
    'alarm-often': { alarm: 'process.overloaded', count: 12 },
  },
}

/** What happened, in a few words. */
export const describeAlarm = (kind: AlarmKind): string => WORDS[kind].what

/** Whether a single event needs no email. */
export const waitsForMore = (kind: AlarmKind): boolean => (WORDS[kind].least ?? 1) > 1
