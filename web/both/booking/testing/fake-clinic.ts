import type { Child } from '#contract/guardians/children.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'

export const MORNING = '09:00 AM - 09:30 AM'
export const NOON = '12:00 PM - 12:30 PM'

// 2026-06-05 is a Friday; the Monday after it is a closure.
export const config = {
  clinic: {
    today: '2026-06-05',
    timeZone: 'America/New_York',
    // It is 2 PM.
    nextDayIn: 36_000_000,
    lastDay: '2026-07-30',
    closures: ['2026-06-08'],
  },
  onlineRules: { changeUntilHours: 2, mostMoves: 3 },
  identity: { mode: 'emulator', apiKey: 'key', authDomain: 'localhost', projectId: 'sprout' },
  payments: { publishableKey: 'pk_test' },
}
export const treatments: Treatment[] = [
  { _id: 'allergy', name: 'Allergy Testing', slots: [MORNING, NOON], price: 120 },
  { _id: 'weight', name: 'Weight Loss', slots: [NOON], price: 80.5 },
  { _id: 'nutrition', name: 'Nutrition Services', slots: [], price: 60 },
]

export const mia: Child = {
  _id: 'mia',
  name: 'Mia',
  birthDate: '2021-06-05',
  archived: false,
  isOwner: true,
  mayBook: true,
  mayPay: true,
  receivesEmail: true,
}
export const noa: Child = { ...mia, _id: 'noa', name: 'Noa' }

/** An answer of the server. */
export const json = (body: unknown, status = 200) => Response.json(body, { status })
