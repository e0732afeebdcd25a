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
