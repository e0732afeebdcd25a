import type { DeskActionName } from '#web/desk/workspace/desk-actions.ts'

interface Question {
  text: string
  /** Actions that answer it, the most likely first. */
  actions: readonly DeskActionName[]
  /** The answer for staff, when only admins may take the actions. */
  forStaff?: string
}

/** The questions that users of the workspace ask most. */
export const QUESTIONS: readonly Question[] = [
  { text: 'Who is next, late or in a room?', actions: ['today', 'late', 'waiting'] },
  { text: 'Who owes?', actions: ['owing', 'unpaid'] },
  { text: 'Who takes a time that has become free?', actions: ['offer'] },
  { text: 'An appointment is canceled', actions: ['cancel', 'move'] },
  { text: 'A doctor is ill', actions: ['absence'] },
  { text: 'A patient comes without a time', actions: ['squeeze', 'walkIn'] },
  { text: 'A family is new', actions: ['newFamily', 'book'] },
  { text: 'The wrong child is booked', actions: ['wrongChild'] },
  { text: 'A child has an allergy', actions: ['alert'] },
  { text: 'What is in the till, and which one is mine?', actions: ['till', 'receipts'] },
  { text: 'Cash goes back', actions: ['handBack'] },
  {
    text: 'A card payment goes back',
    actions: ['refund', 'cancel'],
    forStaff: 'A cancellation refunds by the terms; an admin refunds anything else.',
  },
  { text: 'Did the email arrive?', actions: ['email'] },
  { text: 'Which families need a call?', actions: ['call', 'callToBook', 'checkUps'] },
  { text: 'What was canceled today?', actions: ['canceled'] },
  { text: 'One doctor’s day on paper', actions: ['printDoctor', 'print'] },
  { text: 'Who reads this screen while I am away?', actions: ['lock', 'initials'] },
  { text: 'Which keys are there?', actions: ['shortcuts'] },
  { text: 'A check-in was wrong', actions: ['undo'] },
  { text: 'The clinic closes for a day', actions: ['closeDay'], forStaff: 'An admin closes days.' },
]

/** The pages of docs/handbook. */
export const HANDBOOK_ACTIONS = [
  'receptionistHandbook',
  'doctorHandbook',
  'adminHandbook',
] as const satisfies readonly DeskActionName[]
