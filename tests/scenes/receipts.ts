import type { PastAppointment } from '#contract/booking/history.ts'
import type { Closing } from '#contract/front-desk/cash-payments.ts'
import { CREDIT_NOTE } from '#contract/payments/receipt-example.ts'
import type { Receipt } from '#contract/payments/receipts.ts'

export const RECEIPT: Receipt = {
  kind: 'receipt',
  number: '2026-000042',
  issuedOn: '2026-06-05',
  occurredOn: '2026-06-05',
  concerns: null,
  reason: null,
  clinic: CREDIT_NOTE.clinic,
  payer: {
    name: 'Nora Newcomer',
    email: 'nora@example.com',
    address: '1 Orchard Lane, Portland, OR 97205',
  },
  method: 'card',
  transactionId: 'pi_3RhS4aLkdIwHu7ix1Ub0lP1z',
  currency: 'usd',
  items: [
    {
      treatment: 'Vaccinations/Immunizations',
      date: '2026-06-08',
      slot: '09:30 AM - 10:00 AM',
      doctor: 'Dr. Amara Okafor',
      patientName: 'Nora Newcomer',
      amount: 60,
    },
  ],
  total: 60,
}

const past: PastAppointment = {
  _id: '1',
  treatment: 'Vaccinations/Immunizations',
  treatmentId: 'vaccinations',
  date: 'Jun 8, 2026',
  slot: '09:30 AM - 10:00 AM',
  doctor: 'Dr. Amara Okafor',
  price: 60,
  patientName: 'Nora Newcomer',
  outcome: 'completed',
  paid: 60,
  refunded: 0,
  kept: 60,
  toHandBack: 0,
  onItsWay: 0,
  owed: false,
  receipts: [{ number: '2026-000042', kind: 'receipt' }],
}

/** One receipt of each outcome. */
export const PAST: PastAppointment[] = [
  past,
  {
    ...past,
    _id: '2',
    treatment: 'Development Delay',
    doctor: undefined,
    price: 95,
    outcome: 'canceled',
    paid: 95,
    refunded: 47.5,
    kept: 47.5,
    toHandBack: 0,
    onItsWay: 0,
    owed: false,
    receipts: [
      { number: '2026-000031', kind: 'receipt' },
      { number: '2026-000033', kind: 'credit_note' },
    ],
  },
  { ...past, _id: '3', outcome: 'missed', paid: 0, kept: 0, receipts: [] },
]

const entry: Closing['entries'][number] = {
  number: '2026-000042',
  kind: 'receipt',
  at: '2026-06-05T16:00:00.000Z',
  method: 'card',
  patients: [{ patientName: 'Nora Newcomer' }],
  treatment: 'Vaccinations/Immunizations',
  amount: 60,
  by: null,
}

export const CLOSING: Closing = {
  date: '2026-06-05',
  today: '2026-06-05',
  methods: [
    { method: 'card', taken: 60, refunded: 0, net: 60 },
    { method: 'cash', taken: 1110, refunded: 110, net: 1000 },
    { method: 'terminal', taken: 0, refunded: 0, net: 0 },
  ],
  total: { taken: 1170, refunded: 110, net: 1060 },
  tills: [
    {
      till: 'Front desk',
      float: null,
      count: null,
      taken: 1110,
      refunded: 110,
      expected: null,
      difference: null,
      history: [],
    },
  ],
  entries: [
    entry,
    { ...entry, number: '2026-000043', method: 'cash', amount: 1110, by: 'Rita Reception' },
    {
      ...entry,
      number: '2026-000044',
      kind: 'credit_note',
      method: 'cash',
      amount: -110,
      by: 'Rita Reception',
    },
  ],
}
