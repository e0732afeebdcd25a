import type {
  Family,
  FamilyAppointment,
  FamilyChild,
  ListedFamily,
} from '#contract/families/families.ts'

export const NOAH: ListedFamily = {
  _id: 'noah',
  hasAccount: true,
  name: 'Noah Abara',
  email: 'noah@example.com',
  phone: '(503) 555-0129',
  children: [
    { _id: 'ada', name: 'Ada', birthDate: '2019-02-03' },
    { _id: 'mia', name: 'Mia Abara', birthDate: '2021-06-05' },
  ],
  next: { date: '2026-11-24', startMinute: 540, treatment: 'Allergy Testing' },
}

/** The day after `FAMILY.today`. */
export const VISIT: FamilyAppointment = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  version: 0,
  date: '2026-11-24',
  startMinute: 540,
  lengthMinutes: 30,
  treatment: 'Allergy Testing',
  doctor: 'Dr. Henrik Larsen',
  price: 110,
  paid: false,
  refunded: 0,
  status: 'booked',
  attendance: 'expected',
  note: '',
  overrideReason: null,
  squeezed: false,
}

const { next: _, ...facts } = NOAH

/** Noah's page, with one appointment and without children. */
export const FAMILY: Family = {
  ...facts,
  dialablePhone: '+15035550129',
  isReachable: true,
  missed: 0,
  money: { paid: 0, refunded: 0 },
  today: '2026-11-23',
  minute: 600,
  appointments: [VISIT],
  children: [],
  link: null,
  proposed: null,
  linked: [],
  claim: null,
  secondGuardian: null,
  linkable: [],
}

/** A child on a family's page. */
export const childOf = (_id: string, name: string, birthDate: string): FamilyChild => ({
  _id,
  name,
  birthDate,
  archived: false,
  isOwner: true,
  mayBook: true,
  mayPay: true,
  receivesEmail: true,
  alerts: [],
  guardians: [],
  invitations: [],
})
