import type { Receipt } from './receipts.ts'

/** A credit note for tests, with names in several scripts. */
export const CREDIT_NOTE: Receipt = {
  kind: 'credit_note',
  number: '2027-000002',
  issuedOn: '2027-03-01',
  occurredOn: '2027-02-27',
  concerns: '2027-000001',
  reason: 'cancelled',
  clinic: {
    name: 'Sprout Children’s Clinic',
    street: '24 Willow Lane',
    city: 'Portland',
    region: 'OR',
    postalCode: '97205',
    phone: '(503) 555-0142',
    email: 'hello@sprout.example',
    taxId: '12-3456789',
  },
  payer: { name: 'Łukasz Nguyễn 李雷', email: 'parent@example.com', address: '1 Main\nStreet' },
  method: 'card',
  card: { brand: 'visa', last4: '4242' },
  transactionId: 'pi_1',
  currency: 'usd',
  items: [
    {
      treatment: 'Allergy Testing',
      date: '2027-03-02',
      slot: '09:00 AM - 09:30 AM',
      doctor: 'Dr. Ōkafor',
      patientName: 'Łukasz Nguyễn',
      amount: 1110,
    },
  ],
  total: 1110,
}
