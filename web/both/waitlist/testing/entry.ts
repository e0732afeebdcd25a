import type { WaitlistEntry } from '#contract/waitlist/waitlist.ts'

/** Mia waits for any time of two weeks. */
export const ENTRY: WaitlistEntry = {
  _id: 'entry',
  state: 'open',
  treatment: 'Allergy Testing',
  doctor: null,
  child: 'Mia',
  children: [{ _id: 'mia', name: 'Mia' }],
  from: '2026-06-05',
  to: '2026-06-19',
  weekdays: [1, 2, 3, 4, 5],
  part: 'any',
  noticeMinutes: 0,
  appointment: null,
  turn: 'first',
  offer: null,
  isReoffer: false,
  closed: null,
}

/** The clinic closed the time of Mia's appointment, and holds another one. */
export const REOFFERED: WaitlistEntry = {
  ...ENTRY,
  _id: 'reoffered',
  isReoffer: true,
  appointment: { _id: 'visit', date: '2026-06-19', slot: '09:00 AM - 09:30 AM' },
  offer: {
    _id: 'offer',
    state: 'open',
    date: '2026-06-22',
    slot: '10:00 AM - 10:30 AM',
    until: '2026-06-09T22:00:00.000Z',
    untilAt: { date: '2026-06-09', minute: 18 * 60 },
  },
}
