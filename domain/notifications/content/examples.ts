import { DEFAULT_CHANGE_RULES } from '#contract/clinic/clinic-settings.ts'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import { defaultTranslations } from '#domain/speech.ts'
import { LANGUAGES } from '#words/languages.ts'
import type { EmailedAppointment, EmailedTerms, EmailSender, Recipient } from './email-subject.ts'

// The parts of the kinds' examples, on which every rule for emails is tested.

export const SENDER: EmailSender = {
  siteUrl: 'https://clinic.example',
  from: { name: 'Sprout Children’s Clinic', address: 'appointments@clinic.example' },
  timeZone: 'America/Los_Angeles',
  clinic: DEFAULT_CLINIC,
  offered: LANGUAGES,
  translationsOf: defaultTranslations,
}

/** Of an appointment booked more than a week ahead. */
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
export const RECIPIENT: Recipient = {
  name: 'Ann Parent',
  address: 'ann@example.test',
  hasAccount: true,
  language: 'en',
}

/** A recipient without an account. */
export const GUEST: Recipient = {
  name: 'Gia Guest',
  address: 'gia@example.test',
  hasAccount: false,
  language: 'en',
}

export const OTHER_APPOINTMENT_ID = '0192f0c1-aaaa-7000-8000-000000000002'

/** An appointment at 9:00 AM on the Tuesday before the clocks change. */
export function exampleAppointment(changes: Partial<EmailedAppointment> = {}): EmailedAppointment {
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
