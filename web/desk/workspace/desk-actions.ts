import { ADD_DOCTOR_LINK } from '#web/both/session/admin-links.ts'
import type { AskedOfAgenda } from '#web/desk/appointments/asked-of-agenda.ts'
import { CALENDAR, TODAY } from './workspace-links.ts'

interface Described {
  label: string
  /** What the action does there. */
  hint?: string
  /** Other words that users type for it. */
  words: string
  isForAdmins?: true
}

interface Elsewhere {
  to: string
  state?: AskedOfAgenda
}

/** An action that runs at once, on any page. */
export interface Here {
  run: 'lock' | 'initials' | 'light' | 'dark'
}

/** An action in the workspace, and where it is done. */
export type DeskAction = Described & (Elsewhere | Here)

const LIST = `${TODAY}?view=list`
/** What can be moved, canceled or given to another child. */
const EXPECTED = `${LIST}&show=expected`
const BY_APPOINTMENT = 'Choose the appointment'

/** In the order in which the search lists them. */
export const DESK_ACTIONS = {
  walkIn: {
    label: 'Walk-in',
    hint: 'The next free times of today',
    words: 'without appointment unannounced emergency urgent',
    to: CALENDAR,
    state: { walkIn: 'free' },
  },
  squeeze: {
    label: 'Squeeze in',
    hint: 'An extra patient beside a taken time of today',
    words: 'extra patient double book overbook full day',
    to: CALENDAR,
    state: { walkIn: 'squeeze' },
  },
  book: {
    label: 'Book an appointment',
    hint: 'Press a free time of the calendar',
    words: 'new appointment make booking follow up',
    to: CALENDAR,
  },
  today: {
    label: 'Go to today',
    words: 'calendar agenda now next patient',
    to: TODAY,
  },
  late: {
    label: 'Who is late',
    words: 'delayed overdue not here yet',
    to: `${LIST}&show=late`,
  },
  waiting: {
    label: 'Patients who have arrived',
    words: 'arrived waits waiting room in check-in checked here',
    to: `${LIST}&show=waiting`,
  },
  unpaid: {
    label: 'Not paid today',
    hint: 'Take the price in the row',
    words: 'unpaid take payment pay cash card terminal price checkout',
    to: `${LIST}&show=unpaid`,
  },
  owing: {
    label: 'Who owes',
    hint: 'Past visits without payment',
    words: 'unpaid owes owing debt debts outstanding reminder invoice',
    to: '/dashboard/todo?list=owing',
  },
  cancel: {
    label: 'Cancel an appointment',
    hint: `${BY_APPOINTMENT}, then Cancel`,
    words: 'cancellation delete remove',
    to: EXPECTED,
  },
  move: {
    label: 'Move an appointment',
    hint: 'Drag it to a free time',
    words: 'reschedule postpone change another time',
    to: CALENDAR,
  },
  undo: {
    label: 'Undo a check-in',
    hint: 'Press Undo in its row',
    words: 'wrong mistake arrived in room completed back',
    to: `${LIST}&show=begun`,
  },
  noShow: {
    label: 'No-show',
    hint: 'Press No-show in its row',
    words: 'missed did not come absent patient',
    to: `${LIST}&show=late`,
  },
  wrongChild: {
    label: 'Change the patient of an appointment',
    hint: `${BY_APPOINTMENT}, then Move, then Change patient`,
    words: 'wrong child booked sibling name',
    to: EXPECTED,
  },
  canceled: {
    label: 'Canceled today',
    words: 'cancellations cancelled was',
    to: `${LIST}#canceled`,
  },
  settle: {
    label: 'Appointments to settle',
    words: 'past days unsettled not completed yesterday forgotten',
    to: `${TODAY}?view=settle`,
  },
  call: {
    label: 'Families to call',
    words: 'phone ring telephone unreachable no email',
    to: '/dashboard/todo',
  },
  callToBook: {
    label: 'Call to book',
    hint: 'Families that have not booked their next visit',
    words: 'phone ring next visits recalls tickets not booked yet',
    to: '/dashboard/todo?list=due',
  },
  checkUps: {
    label: 'Check-ups to email',
    hint: 'Families whose children have a check-up due',
    words: 'checkups send due visits recalls invite plan',
    to: '/dashboard/todo?list=plan',
  },
  misfits: {
    label: 'Appointments that no longer fit',
    words: 'conflict conflicts outside hours closed',
    to: '/dashboard/todo?list=conflicts',
  },
  offer: {
    label: 'Offer a free time to a family that waits',
    words: 'give waiting list gap waitlist someone sooner earlier',
    to: '/dashboard/waiting',
  },
  absence: {
    label: 'Ill doctor',
    hint: 'Absence for today: opens the form',
    words: 'sick away absent off',
    to: '/dashboard/absence',
  },
  newFamily: {
    label: 'New family',
    hint: 'Opens the form',
    words: 'add create register patient parent child',
    to: '/dashboard/families?add=true',
  },
  alert: {
    label: 'Add an alert',
    hint: 'Find the family, then its child',
    words: 'alerts allergy allergies allergic interpreter custody warning note',
    to: '/dashboard/families',
  },
  correct: {
    label: 'Corrected names and contacts',
    words: 'wrong name spelling birth date phone correction typo',
    to: '/dashboard/corrections',
  },
  till: {
    label: 'Count the till',
    hint: 'The till of this computer, its float and cash',
    words: 'count cash tills drawer float register money close evening mine',
    to: '/dashboard/closing',
  },
  receipts: {
    label: 'Receipts of the day',
    words: 'receipt invoice bill credit note',
    to: '/dashboard/closing',
  },
  handBack: {
    label: 'Hand cash back',
    words: 'refund give return money',
    to: '/dashboard/refunds',
  },
  refund: {
    label: 'Refund a card payment',
    words: 'give back money return credit',
    to: '/dashboard/payments',
    isForAdmins: true,
  },
  email: {
    label: 'Did the email arrive',
    hint: 'State of every email, and sending again',
    words: 'emails mail arrived delivered bounced resend again message confirmation sent',
    to: '/dashboard/emails',
  },
  print: {
    label: 'Print today',
    words: 'paper printer list',
    to: CALENDAR,
    state: { print: true },
  },
  printDoctor: {
    label: 'Print one doctor',
    hint: 'On paper: one doctor a page, under More options',
    words: 'paper printer of day',
    to: CALENDAR,
  },
  closeDay: {
    label: 'Close a day',
    hint: 'Holiday, training: opens the form',
    words: 'closure closed clinic holiday training shut',
    to: '/dashboard/schedule/closures',
    isForAdmins: true,
  },
  addDoctor: {
    label: ADD_DOCTOR_LINK.label,
    words: 'new physician',
    to: ADD_DOCTOR_LINK.to,
    isForAdmins: true,
  },
  importFile: {
    label: 'Import from the previous system',
    hint: 'Families, coming appointments, past visits',
    words: 'move in old system migrate upload csv file',
    to: '/dashboard/import',
    isForAdmins: true,
  },
  figures: {
    label: 'The clinic’s figures',
    words: 'statistics numbers report revenue chart no-show rate',
    to: '/dashboard/insights',
  },
  help: {
    label: 'Help',
    hint: 'Where do I …?',
    words: 'how where questions manual',
    to: '/dashboard/help',
  },
  receptionistHandbook: {
    label: 'Handbook for receptionists',
    words: 'manual guide training learn steps new colleague staff',
    to: '/dashboard/help/receptionist',
  },
  doctorHandbook: {
    label: 'Handbook for doctors',
    words: 'manual guide training learn steps new colleague',
    to: '/dashboard/help/doctor',
  },
  adminHandbook: {
    label: 'Handbook for admins',
    words: 'manual guide training learn steps set up setup',
    to: '/dashboard/help/admin',
    isForAdmins: true,
  },
  shortcuts: {
    label: 'Keyboard shortcuts',
    words: 'keys hotkeys',
    to: '/dashboard/help#shortcuts',
  },
  lock: { label: 'Lock the screen', words: 'leave away break computer', run: 'lock' },
  initials: {
    label: 'Initials only',
    hint: 'Hides names, or shows them again',
    words: 'hide show full names privacy private',
    run: 'initials',
  },
  light: { label: 'Light theme', words: 'color bright', run: 'light' },
  dark: { label: 'Dark theme', words: 'color night', run: 'dark' },
} as const satisfies Record<string, DeskAction>

export type DeskActionName = keyof typeof DESK_ACTIONS

const FILLERS = new Set(['a', 'an', 'the', 'is', 'are', 'who', 'which', 'for', 'my', 'of', 'to'])

/** The actions that match typed words. */
export function findActions(
  typed: string,
  { isForAdmins }: { isForAdmins: boolean },
): { name: DeskActionName; action: DeskAction }[] {
  const matches = matcherOf(typed)
  return Object.entries<DeskAction>(DESK_ACTIONS)
    .map(([name, action]) => ({ name: name as DeskActionName, action }))
    .filter(({ action }) => isForAdmins || !action.isForAdmins)
    .filter(({ action: { label, words } }) => matches(`${label} ${words}`))
}

/** Tells whether a text has typed words, each as the beginning of one of its words. */
export function matcherOf(typed: string): (text: string) => boolean {
  const all = wordsOf(typed)
  const named = all.filter((word) => !FILLERS.has(word))
  const words = named.length > 0 ? named : all
  return (text) => {
    const own = wordsOf(text)
    return words.every((word) => own.some((each) => each.startsWith(word)))
  }
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,.:;?]+/)
    .filter(Boolean)
}
