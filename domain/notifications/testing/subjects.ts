import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { DEFAULT_DETAILS } from '#contract/schedule/clinic-details.ts'
import { DEFAULT_CHANGE_RULES } from '#contract/schedule/clinic-settings.ts'
import type {
  EmailedAppointment,
  EmailedTerms,
  EmailSender,
  EmailSubject,
} from '../content/email-subject.ts'

export const SENDER: EmailSender = {
  siteUrl: 'https://clinic.example',
  from: { name: 'Sprout Children’s Clinic', address: 'appointments@clinic.example' },
  timeZone: 'America/Los_Angeles',
  clinic: DEFAULT_DETAILS,
}

/** As booked more than a week before. */
export const TERMS: EmailedTerms = {
  terms: DEFAULT_TERMS,
  refundCeiling: null,
  moves: 0,
  rules: DEFAULT_CHANGE_RULES,
  now: new Date('2027-03-01T13:00:00Z'),
}

const recipient = { name: 'Ann Parent', address: 'ann@example.test', hasAccount: true }
/** Someone whom the front desk has booked for. */
const guest = { name: 'Gia Guest', address: 'gia@example.test', hasAccount: false }
const id = '0192f0c1-0000-7000-8000-000000000001'
const OTHER_ID = '0192f0c1-aaaa-7000-8000-000000000002'

/** An appointment at 9:00 AM on the Tuesday before the clocks change. */
export function testAppointment(changes: Partial<EmailedAppointment> = {}): EmailedAppointment {
  return {
    id: '0192f0c1-aaaa-7000-8000-000000000001',
    version: 0,
    changedAt: new Date('2027-03-01T13:00:00Z'),
    date: '2027-03-09',
    startMinute: 9 * 60,
    lengthMinutes: 30,
    ...changes,
  }
}

const appointment = testAppointment()

const unsubscribeUrl = 'https://clinic.example/unsubscribe?token=a.b'

/** One email of each kind and variant. */
export const SUBJECTS: readonly { name: string; subject: EmailSubject }[] = [
  {
    name: 'booked',
    subject: { kind: 'booked', id, recipient, appointment, terms: TERMS, others: [] },
  },
  {
    name: 'calendar-event',
    subject: { kind: 'calendar_event', id, recipient, appointment },
  },
  {
    name: 'booked-for-a-child',
    subject: {
      kind: 'booked',
      id,
      recipient,
      appointment: testAppointment({ child: 'Mia' }),
      terms: TERMS,
      others: [],
    },
  },
  {
    name: 'booked-by-another-guardian',
    subject: {
      kind: 'booked',
      id,
      recipient,
      appointment: testAppointment({ child: 'Mia', isShared: true }),
      terms: TERMS,
      others: [],
    },
  },
  {
    name: 'booked-by-staff',
    subject: {
      kind: 'booked',
      id,
      recipient: guest,
      appointment,
      terms: TERMS,
      others: [],
    },
  },
  {
    name: 'booked-together',
    subject: {
      kind: 'booked',
      id,
      recipient,
      appointment: testAppointment({ child: 'Mia' }),
      terms: TERMS,
      others: [testAppointment({ id: OTHER_ID, startMinute: 9 * 60 + 30, child: 'Ben' })],
    },
  },
  {
    name: 'paid',
    subject: { kind: 'paid', receipt: '2026-000042', id, recipient, appointment, others: [] },
  },
  {
    name: 'paid-together',
    subject: {
      kind: 'paid',
      receipt: '2026-000042',
      id,
      recipient,
      appointment,
      others: [testAppointment({ date: '2027-03-16', startMinute: 13 * 60 + 30 })],
    },
  },
  {
    name: 'moved',
    subject: {
      kind: 'moved',
      id,
      recipient,
      appointment: testAppointment({ version: 1, date: '2027-03-16', startMinute: 13 * 60 + 30 }),
      from: appointment,
      isOtherDoctor: false,
      terms: { ...TERMS, refundCeiling: 0, moves: 1 },
    },
  },
  {
    name: 'moved-to-another-doctor',
    subject: {
      kind: 'moved',
      id,
      recipient,
      appointment: testAppointment({ version: 1 }),
      from: appointment,
      isOtherDoctor: true,
      terms: { ...TERMS, moves: 1 },
    },
  },
  {
    name: 'moved-to-another-time-and-doctor',
    subject: {
      kind: 'moved',
      id,
      recipient,
      appointment: testAppointment({ version: 1, date: '2027-03-16' }),
      from: appointment,
      isOtherDoctor: true,
      terms: { ...TERMS, moves: 1 },
    },
  },
  {
    name: 'cancelled-by-clinic-with-refund',
    subject: {
      kind: 'cancelled',
      by: 'clinic',
      refund: true,
      id,
      recipient,
      appointment: testAppointment({ version: 2 }),
    },
  },
  {
    name: 'cancelled-by-clinic-to-hand-back',
    subject: {
      kind: 'cancelled',
      by: 'clinic',
      refund: true,
      quote: {
        refund: 95,
        kept: 0,
        percent: 100,
        rule: 'clinic',
        minutesBefore: 3 * 24 * 60,
        atDesk: true,
      },
      id,
      recipient,
      appointment: testAppointment({ version: 2 }),
    },
  },
  {
    name: 'cancelled-by-family-with-refund',
    subject: {
      kind: 'cancelled',
      by: 'family',
      refund: true,
      quote: { refund: 95, kept: 0, percent: 100, rule: 'band', minutesBefore: 3 * 24 * 60 },
      id,
      recipient,
      appointment: testAppointment({ version: 2 }),
    },
  },
  {
    name: 'cancelled-by-family',
    subject: {
      kind: 'cancelled',
      by: 'family',
      refund: false,
      id,
      recipient,
      appointment: testAppointment({ version: 2 }),
    },
  },
  { name: 'refunded', subject: { kind: 'refunded', atDesk: false, id, recipient, appointment } },
  {
    name: 'refunded-at-desk',
    subject: { kind: 'refunded', atDesk: true, id, recipient: guest, appointment },
  },
  {
    name: 'refund-failed',
    subject: { kind: 'refund_failed', atDesk: false, id, recipient, appointment },
  },
  {
    name: 'hand-back-undone',
    subject: { kind: 'refund_failed', atDesk: true, id, recipient, appointment },
  },
  { name: 'unpaid', subject: { kind: 'unpaid', id, recipient, appointment } },
  {
    name: 'reminder',
    subject: { kind: 'reminder', id, recipient, appointments: [appointment], unsubscribeUrl },
  },
  {
    name: 'reminder-without-account',
    subject: {
      kind: 'reminder',
      id,
      recipient: guest,
      appointments: [appointment],
      unsubscribeUrl,
    },
  },
  {
    name: 'paid-at-the-desk',
    subject: {
      kind: 'paid',
      receipt: '2026-000042',
      id,
      recipient: guest,
      appointment,
      others: [],
    },
  },
  {
    name: 'reminder-of-siblings',
    subject: {
      kind: 'reminder',
      id,
      recipient,
      appointments: [
        testAppointment({ child: 'Mia' }),
        testAppointment({ startMinute: 9 * 60 + 30, child: 'Ben' }),
        testAppointment({ startMinute: 14 * 60, lengthMinutes: 45 }),
      ],
      unsubscribeUrl,
    },
  },
  {
    name: 'guardian-invited',
    subject: {
      kind: 'guardian_invited',
      id,
      recipient: { name: '', address: 'grandmother@example.test', hasAccount: false },
      inviterEmail: 'ann@example.test',
      acceptPath: '/invitation/0192f0c1',
    },
  },
  ...(['you', 'guardian', 'desk'] as const).map((who) => ({
    name: `cancelled-by-${who}`,
    subject: {
      kind: 'cancelled' as const,
      by: 'family' as const,
      who,
      refund: false,
      id,
      recipient,
      appointment: testAppointment({ version: 2, child: 'Mia', isShared: who === 'guardian' }),
    },
  })),
  {
    name: 'moved-paid-by-former-guardian',
    subject: {
      kind: 'moved',
      id,
      recipient,
      appointment: testAppointment({ version: 1, child: 'Mia', isPaidOnly: true }),
      from: appointment,
      isOtherDoctor: false,
      terms: { ...TERMS, moves: 1 },
    },
  },
  {
    name: 'guardian-removed',
    subject: {
      kind: 'guardian_changed',
      id,
      recipient,
      child: 'Mia',
      change: 'removed',
      lost: [],
    },
  },
  {
    name: 'guardian-lost-rights',
    subject: {
      kind: 'guardian_changed',
      id,
      recipient,
      child: 'Mia',
      change: 'lost',
      lost: ['owner', 'mayPay'],
    },
  },
  ...(['old', 'new'] as const).map((to) => ({
    name: `family-email-changed-${to}`,
    subject: { kind: 'family_email_changed' as const, id, recipient: guest, to },
  })),
  {
    name: 'family-link-proposed',
    subject: { kind: 'family_link_proposed', id, recipient, familyName: 'Ann Parent' },
  },
]
