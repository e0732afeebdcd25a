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

/** Two siblings. */
export const MIA = { id: '0192f0c1-cccc-7000-8000-000000000001', name: 'Mia' }
export const BEN = { id: '0192f0c1-cccc-7000-8000-000000000002', name: 'Ben' }

/** A parent with an account. */
export const RECIPIENT = { name: 'Ann Parent', address: 'ann@example.test', hasAccount: true }
const recipient = RECIPIENT
/** Someone whom the front desk has booked for. */
const guest = { name: 'Gia Guest', address: 'gia@example.test', hasAccount: false }
const id = '0192f0c1-0000-7000-8000-000000000001'
const offered = {
  id,
  recipient,
  offerId: '0192f0c1-bbbb-7000-8000-000000000001',
  time: { date: '2027-03-09', startMinute: 9 * 60, lengthMinutes: 30 },
  child: MIA,
  others: [],
}
/** Appointments of a closed day, with their other times. */
function reoffersOf(count: number) {
  const [from, to] = [{ ...offered.time, date: '2027-03-02' }, offered.time]
  const first = { offerId: offered.offerId, from, to }
  const later = { startMinute: 10 * 60 }
  const second = { ...first, from: { ...from, ...later }, to: { ...to, ...later }, child: MIA }
  return count === 1 ? ([first] as const) : ([first, second] as const)
}
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
      appointment: testAppointment({ child: MIA }),
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
      appointment: testAppointment({ child: MIA, isShared: true }),
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
      appointment: testAppointment({ child: MIA }),
      terms: TERMS,
      others: [testAppointment({ id: OTHER_ID, startMinute: 9 * 60 + 30, child: BEN })],
    },
  },
  {
    name: 'booked-series',
    subject: {
      kind: 'booked',
      id,
      recipient,
      appointment,
      terms: TERMS,
      others: ['2027-03-16', '2027-03-23'].map((date) => testAppointment({ id: OTHER_ID, date })),
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
    name: 'patient-changed',
    subject: {
      kind: 'patient_changed',
      id,
      recipient,
      appointment: testAppointment({ child: MIA }),
      isNew: false,
    },
  },
  {
    name: 'patient-changed-new',
    subject: {
      kind: 'patient_changed',
      id,
      recipient,
      appointment: testAppointment({ child: MIA, isShared: true }),
      isNew: true,
    },
  },
  {
    name: 'reassigned',
    subject: {
      kind: 'reassigned',
      id,
      recipient,
      appointment: testAppointment({ child: MIA, isShared: true }),
    },
  },
  { name: 'payment-due', subject: { kind: 'payment_due', id, recipient, appointment } },
  {
    name: 'payment-due-without-account',
    subject: { kind: 'payment_due', id, recipient: guest, appointment },
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
        testAppointment({ child: MIA }),
        testAppointment({ startMinute: 9 * 60 + 30, child: BEN }),
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
      appointment: testAppointment({ version: 2, child: MIA, isShared: who === 'guardian' }),
    },
  })),
  {
    name: 'moved-paid-by-former-guardian',
    subject: {
      kind: 'moved',
      id,
      recipient,
      appointment: testAppointment({ version: 1, child: MIA, isPaidOnly: true }),
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
      child: MIA,
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
      child: MIA,
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
  ...[true, false].map((isSooner) => ({
    name: isSooner ? 'offer-made-sooner' : 'offer-made',
    subject: {
      kind: 'offer_made' as const,
      ...offered,
      until: new Date('2027-03-01T17:00:00Z'),
      isSooner,
    },
  })),
  {
    name: 'offer-made-siblings',
    subject: {
      kind: 'offer_made',
      ...offered,
      until: new Date('2027-03-01T17:00:00Z'),
      isSooner: false,
      others: [{ ...offered.time, startMinute: 9 * 60 + 30, child: BEN }],
    },
  },
  ...[true, false].map((paused) => ({
    name: paused ? 'offer-expired-paused' : 'offer-expired',
    subject: { kind: 'offer_expired' as const, ...offered, paused },
  })),
  ...[true, false].map((isAccepted) => ({
    name: isAccepted ? 'offer-accepted' : 'offer-declined',
    subject: { kind: 'offer_answered' as const, ...offered, isAccepted },
  })),
  ...[1, 2].map((count) => ({
    name: count === 1 ? 'reoffer-made' : 'reoffers-made',
    subject: {
      kind: 'reoffer_made' as const,
      id,
      recipient: count === 1 ? recipient : guest,
      until: new Date('2027-03-02T02:00:00Z'),
      reoffers: reoffersOf(count),
    },
  })),
  ...[1, 2].map((count) => ({
    name: count === 1 ? 'reoffer-withdrawn' : 'reoffers-withdrawn',
    subject: { kind: 'reoffer_withdrawn' as const, id, recipient, reoffers: reoffersOf(count) },
  })),
  {
    name: 'weekly-figures',
    subject: {
      kind: 'weekly_figures',
      id,
      recipient,
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
        thirdNext: { median: 3, longest: { name: 'Development Delay', days: 11 } },
      },
    },
  },
]
