import type { Doctor } from '#contract/doctors/doctors.ts'
import type { AdminTreatment } from '#contract/treatments/treatment-admin.ts'

/** Gives allergy testing. */
export const NOVAK: Doctor = {
  _id: '1',
  name: 'Dr. Nia Novak',
  email: 'nia@example.com',
  designation: null,
  specialty: 'Allergy Testing',
  img: '/images/1',
  sources: [],
  picture: null,
  facebook: null,
  linkedin: null,
  twitter: null,
  version: 2,
  treatments: ['01a1fbe9-9e40-75f6-b7b2-c8f826f74ed1'],
  coming: [],
}

export const ALLERGY: AdminTreatment = {
  _id: '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed1',
  name: 'Allergy Testing',
  active: true,
  booking: 'online',
  needsDoctor: true,
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  bufferMinutes: 0,
  lengthMinutes: 30,
  startMinutes: [8 * 60, 9 * 60],
  minAgeMonths: null,
  maxAgeMonths: 24,
  version: 3,
  prices: [
    { validFrom: '2020-01-01', price: 100 },
    { validFrom: '2027-01-01', price: 110 },
    { validFrom: '2027-06-01', price: 120 },
  ],
  doctors: ['Dr. Amara Okafor'],
}
