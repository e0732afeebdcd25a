import { DEFAULT_CLINIC } from '#contract/clinic/clinic-details.ts'
import { DEFAULT_CHANGE_RULES } from '#contract/clinic/clinic-settings.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
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
  clinic: DEFAULT_CLINIC,
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
/** Someone that the front desk has booked for. */
const guest = { name: 'Gia Guest', address: 'gia@example.test', hasAccount: false }
const id = '0192f0c1-0000-7000-8000-000000000001'
const offered = {
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
    sequence: 0,
    calendarUid: '0192f0c1-aaaa-7000-8000-000000000001',
    organizer: SENDER.from.address,
    changedAt: new Date('2027-03-01T13:00:00Z'),
    date: '2027-03-09',
    startMinute: 9 * 60,
    lengthMinutes: 30,
    ...changes,
  }
}

const appointment = testAppointment()
const ofMia = testAppointment({ child: MIA })
const sharedOfMia = testAppointment({ child: MIA, isShared: true })
const booked = { kind: 'booked', appointment, terms: TERMS, others: [] } as const
const paid = { kind: 'paid', receipt: '2026-000042', appointment, others: [] } as const
const moved = {
  kind: 'moved',
  appointment: testAppointment({ sequence: 1 }),
  from: appointment,
  isOtherDoctor: true,
  terms: { ...TERMS, moves: 1 },
} as const
const cancelled = {
  kind: 'cancelled',
  by: 'family',
  refund: false,
  appointment: testAppointment({ sequence: 2 }),
} as const
const inThreeDays = { kept: 0, percent: 100, minutesBefore: 3 * 24 * 60 }
const offerMade = {
  kind: 'offer_made',
  ...offered,
  until: new Date('2027-03-01T17:00:00Z'),
  isSooner: false,
} as const
const reminder = {
  kind: 'reminder',
  appointments: [appointment],
  unsubscribeUrl: 'https://clinic.example/unsubscribe?token=a.b',
} as const

type Unaddressed<Subject> = Subject extends EmailSubject
  ? Omit<Subject, 'id' | 'recipient'> & { recipient?: EmailSubject['recipient'] }
  : never

/** One email of each kind and variant; to a parent with an account unless it says otherwise. */
const VARIANTS: Record<string, Unaddressed<EmailSubject>> = {
  booked,
  'calendar-event': { kind: 'calendar_event', appointment, isCorrected: false },
  'calendar-event-corrected': { kind: 'calendar_event', appointment, isCorrected: true },
  'booked-for-a-child': { ...booked, appointment: ofMia },
  'booked-by-another-guardian': { ...booked, appointment: sharedOfMia },
  'booked-by-staff': { ...booked, recipient: guest },
  'booked-together': {
    ...booked,
    appointment: ofMia,
    others: [testAppointment({ id: OTHER_ID, startMinute: 9 * 60 + 30, child: BEN })],
  },
  'booked-series': {
    ...booked,
    others: ['2027-03-16', '2027-03-23'].map((date) => testAppointment({ id: OTHER_ID, date })),
  },
  paid,
  'paid-together': {
    ...paid,
    others: [testAppointment({ date: '2027-03-16', startMinute: 13 * 60 + 30 })],
  },
  'patient-changed': { kind: 'patient_changed', appointment: ofMia, isNew: false },
  'patient-changed-new': { kind: 'patient_changed', appointment: sharedOfMia, isNew: true },
  reassigned: { kind: 'reassigned', appointment: sharedOfMia },
  'payment-due': { kind: 'payment_due', appointment },
  'payment-due-without-account': { kind: 'payment_due', recipient: guest, appointment },
  moved: {
    ...moved,
    appointment: testAppointment({ sequence: 1, date: '2027-03-16', startMinute: 13 * 60 + 30 }),
    isOtherDoctor: false,
    terms: { ...TERMS, refundCeiling: 0, moves: 1 },
  },
  'moved-to-another-doctor': moved,
  'moved-to-another-time-and-doctor': {
    ...moved,
    appointment: testAppointment({ sequence: 1, date: '2027-03-16' }),
  },
  'cancelled-by-clinic-with-refund': { ...cancelled, by: 'clinic', refund: true },
  'cancelled-by-clinic-to-hand-back': {
    ...cancelled,
    by: 'clinic',
    refund: true,
    quote: { ...inThreeDays, refund: 95, rule: 'clinic', atDesk: true },
  },
  'cancelled-by-family-with-refund': {
    ...cancelled,
    refund: true,
    quote: { ...inThreeDays, refund: 95, rule: 'band' },
  },
  'cancelled-by-family': cancelled,
  refunded: { kind: 'refunded', atDesk: false, appointment },
  'refunded-at-desk': { kind: 'refunded', atDesk: true, recipient: guest, appointment },
  'refund-failed': { kind: 'refund_failed', atDesk: false, appointment },
  'hand-back-undone': { kind: 'refund_failed', atDesk: true, appointment },
  unpaid: { kind: 'unpaid', appointment },
  reminder,
  'reminder-without-account': { ...reminder, recipient: guest },
  'paid-at-the-desk': { ...paid, recipient: guest },
  'reminder-of-siblings': {
    ...reminder,
    appointments: [
      ofMia,
      testAppointment({ startMinute: 9 * 60 + 30, child: BEN }),
      testAppointment({ startMinute: 14 * 60, lengthMinutes: 45 }),
    ],
  },
  'guardian-invited': {
    kind: 'guardian_invited',
    recipient: { name: '', address: 'grandmother@example.test', hasAccount: false },
    inviterEmail: 'ann@example.test',
    acceptPath: '/invitation/0192f0c1',
  },
  'cancelled-by-you': cancelledBy('you'),
  'cancelled-by-guardian': cancelledBy('guardian'),
  'cancelled-by-desk': cancelledBy('desk'),
  'moved-paid-by-former-guardian': {
    ...moved,
    appointment: testAppointment({ sequence: 1, child: MIA, isPaidOnly: true }),
    isOtherDoctor: false,
  },
  'guardian-removed': { kind: 'guardian_changed', child: MIA, change: 'removed', lost: [] },
  'guardian-lost-rights': {
    kind: 'guardian_changed',
    child: MIA,
    change: 'lost',
    lost: ['owner', 'mayPay'],
  },
  'family-email-changed-old': { kind: 'family_email_changed', recipient: guest, to: 'old' },
  'family-email-changed-new': { kind: 'family_email_changed', recipient: guest, to: 'new' },
  'family-link-proposed': { kind: 'family_link_proposed', familyName: 'Ann Parent' },
  'offer-made-sooner': { ...offerMade, isSooner: true },
  'offer-made': offerMade,
  'offer-made-siblings': {
    ...offerMade,
    others: [{ ...offered.time, startMinute: 9 * 60 + 30, child: BEN }],
  },
  'offer-expired-paused': { kind: 'offer_expired', ...offered, paused: true },
  'offer-expired': { kind: 'offer_expired', ...offered, paused: false },
  'offer-accepted': { kind: 'offer_answered', ...offered, isAccepted: true },
  'offer-declined': { kind: 'offer_answered', ...offered, isAccepted: false },
  'reoffer-made': {
    kind: 'reoffer_made',
    until: new Date('2027-03-02T02:00:00Z'),
    reoffers: reoffersOf(1),
  },
  'reoffers-made': {
    kind: 'reoffer_made',
    recipient: guest,
    until: new Date('2027-03-02T02:00:00Z'),
    reoffers: reoffersOf(2),
  },
  'reoffer-withdrawn': { kind: 'reoffer_withdrawn', reoffers: reoffersOf(1) },
  'reoffers-withdrawn': { kind: 'reoffer_withdrawn', reoffers: reoffersOf(2) },
  'wait-closed': {
    kind: 'wait_closed',
    children: [MIA],
    from: '2027-03-09',
    to: '2027-03-12',
    next: '2027-03-15',
    stays: null,
  },
  'wait-closed-sooner': {
    kind: 'wait_closed',
    children: [],
    from: '2027-03-09',
    to: '2027-03-09',
    next: null,
    stays: { ...offered.time, date: '2027-03-16' },
  },
  'wait-closed-siblings': {
    kind: 'wait_closed',
    recipient: guest,
    children: [MIA, BEN],
    from: '2027-03-09',
    to: '2027-03-12',
    next: '2027-03-15',
    stays: null,
  },
  'weekly-figures': {
    kind: 'weekly_figures',
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
}

function cancelledBy(who: 'you' | 'guardian' | 'desk') {
  const appointment = testAppointment({ sequence: 2, child: MIA, isShared: who === 'guardian' })
  return { ...cancelled, who, appointment }
}

export const SUBJECTS: readonly { name: string; subject: EmailSubject }[] = Object.entries(
  VARIANTS,
).map(([name, subject]) => ({ name, subject: { id, recipient: RECIPIENT, ...subject } }))
