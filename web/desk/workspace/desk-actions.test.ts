import { expect, it } from 'vitest'
import { DESK_ACTIONS, type DeskActionName, findActions } from './desk-actions.ts'

/** Words that receptionists type, and the actions they mean. */
const TYPED: [text: string, action: DeskActionName][] = [
  ['unpaid', 'unpaid'],
  ['owes', 'owing'],
  ['cancel', 'cancel'],
  ['lock', 'lock'],
  ['help', 'help'],
  ['till', 'till'],
  ['squeeze', 'squeeze'],
  ['sick doctor', 'absence'],
  ['alert', 'alert'],
  ['count cash', 'till'],
  ['new family', 'newFamily'],
  ['next', 'today'],
  ['late', 'late'],
  ['waiting', 'waiting'],
  ['room', 'waiting'],
  ['give a time', 'offer'],
  ['the doctor is ill', 'absence'],
  ['wrong child', 'wrongChild'],
  ['allergy', 'alert'],
  ['hand back', 'handBack'],
  ['refund', 'handBack'],
  ['email arrived', 'email'],
  ['call', 'call'],
  ['canceled today', 'canceled'],
  ['print doctor', 'printDoctor'],
  ['hide names', 'initials'],
  ['shortcuts', 'shortcuts'],
  ['undo', 'undo'],
  ['reschedule', 'move'],
  ['no-show', 'noShow'],
  ['receipt', 'receipts'],
]

it('knows 31 words of receptionists', () => {
  expect(TYPED).toHaveLength(31)
})

it.each(TYPED)('lists the intended action first for “%s”', (text, action) => {
  expect(findActions(text, { isForAdmins: false })[0]?.name).toBe(action)
})

it('finds admins’ actions for admins only', () => {
  const names = (isForAdmins: boolean) =>
    findActions('close a day', { isForAdmins }).map(({ name }) => name)
  expect(names(true)).toEqual(['closeDay'])
  expect(names(false)).toEqual([])
})

it.each(['import', 'move in', 'old system'])('finds the import by “%s”', (text) => {
  const [first] = findActions(text, { isForAdmins: true })
  expect(first?.name).toBe('importFile')
})

it.each([
  ['next visits', 'callToBook'],
  ['recall', 'callToBook'],
  ['due visits', 'checkUps'],
  ['checkup', 'checkUps'],
])('finds the list of visits to book by “%s”', (text, action) => {
  expect(findActions(text, { isForAdmins: false })[0]?.name).toBe(action)
})

it('lists all actions before input, and those that a filler word alone may mean', () => {
  expect(findActions(' ', { isForAdmins: true })).toHaveLength(Object.keys(DESK_ACTIONS).length)
  expect(findActions('who', { isForAdmins: true }).map(({ name }) => name)).toContain('owing')
})
