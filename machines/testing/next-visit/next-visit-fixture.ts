import type { NextVisit } from '#contract/next-visits/next-visits.ts'

/** A visit that the clinic asks Mia's family to book, as lists show it. */
export const nextVisitFixture: NextVisit = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8090',
  version: 0,
  state: 'open',
  child: { _id: 'mia', name: 'Mia', birthDate: '2021-06-05' },
  treatment: { _id: 'allergy', name: 'Allergy Testing' },
  doctor: { _id: 'amara', name: 'Dr. Amara Okafor' },
  around: '2027-03-09',
  from: '2027-03-02',
  to: '2027-03-30',
  isOver: false,
  note: 'Please bring the diary.',
  mayAnswer: true,
  canBook: true,
  atDesk: false,
  opensOn: null,
  appointment: null,
}
