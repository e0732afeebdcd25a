import { DEFAULT_DETAILS } from '../../../contract/clinic-details.ts'
import type { EmailedAppointment, EmailSender, EmailSubject } from '../email-subject.ts'

export const SENDER: EmailSender = {
  siteUrl: 'https://clinic.example',
  from: { name: 'Sprout Children’s Clinic', address: 'appointments@clinic.example' },
  timeZone: 'America/Los_Angeles',
  clinic: DEFAULT_DETAILS,
}

const recipient = { name: 'Ann Parent', address: 'ann@example.test' }
const id = '0192f0c1-0000-7000-8000-000000000001'

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
  { name: 'booked', subject: { kind: 'booked', id, recipient, appointment } },
  { name: 'paid', subject: { kind: 'paid', id, recipient, appointment } },
  {
    name: 'moved',
    subject: {
      kind: 'moved',
      id,
      recipient,
      appointment: testAppointment({ version: 1, date: '2027-03-16', startMinute: 13 * 60 + 30 }),
      from: appointment,
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
  { name: 'refunded', subject: { kind: 'refunded', id, recipient, appointment } },
  { name: 'refund-failed', subject: { kind: 'refund_failed', id, recipient, appointment } },
  { name: 'unpaid', subject: { kind: 'unpaid', id, recipient, appointment } },
  {
    name: 'reminder',
    subject: { kind: 'reminder', id, recipient, appointments: [appointment], unsubscribeUrl },
  },
  {
    name: 'reminder-of-siblings',
    subject: {
      kind: 'reminder',
      id,
      recipient,
      appointments: [
        appointment,
        testAppointment({ startMinute: 9 * 60 + 30 }),
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
      recipient: { name: '', address: 'grandmother@example.test' },
      inviterName: 'Ann Parent',
      acceptPath: '/invitation/0192f0c1',
    },
  },
]
