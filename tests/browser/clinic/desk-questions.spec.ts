import { expect, type Page } from '@playwright/test'
import { openAsAdmin } from '#tests/scenes/demo-admin.ts'
import { test } from '../test.ts'

// The questions of a front desk. Each is answered from the calendar by one word in the search and one press.

test.describe.configure({ mode: 'parallel' })

/** One word, the choice that is pressed, the end of the address, and what shows there. */
type Question = [word: string, choice: string, address: RegExp, shows: [Role, string | RegExp]]
type Role = 'heading' | 'link' | 'button' | 'dialog'

const CALENDAR: [Role, string] = ['button', 'Previous']
const LIST: [Role, string] = ['link', 'List']

const QUESTIONS: Record<string, Question> = {
  'who is next': ['next', 'Go to today', /\/agenda/, CALENDAR],
  'who is late': ['late', 'Who is late', /show=late$/, LIST],
  'who is in a room': ['room', 'Patients who have arrived', /show=waiting$/, LIST],
  'who owes': ['owes', 'Who owes', /list=owing$/, ['heading', 'To do']],
  'who could have a free time': [
    'give',
    'Offer a free time to a family that waits',
    /\/waiting$/,
    ['heading', 'Waiting list'],
  ],
  'how is an appointment canceled': ['cancel', 'Cancel an appointment', /show=expected$/, LIST],
  'the doctor is ill': ['ill', 'Ill doctor', /\/absence$/, ['heading', 'Ill doctor']],
  'where does an extra patient fit': [
    'squeeze',
    'Squeeze in',
    /view=day$/,
    ['dialog', 'Squeeze in beside a taken time today'],
  ],
  'a new family': ['family', 'New family', /add=true$/, ['heading', 'New family']],
  'the wrong child is booked': [
    'wrong',
    'Change the patient of an appointment',
    /show=expected$/,
    LIST,
  ],
  'a child has an allergy': ['allergy', 'Add an alert', /\/families$/, ['heading', 'Families']],
  'which till is mine': ['mine', 'Count the till', /\/closing$/, ['heading', 'Closing sheet']],
  'cash goes back': ['cash', 'Hand cash back', /\/refunds$/, ['heading', 'Hand back']],
  'a card is refunded': ['refund', 'Refund a card payment', /\/payments$/, ['heading', 'Payments']],
  'did the email arrive': ['email', 'Did the email arrive', /\/emails$/, ['heading', 'Emails']],
  'which families are to be called': ['call', 'Families to call', /\/todo$/, ['heading', 'To do']],
  'what was canceled today': ['canceled', 'Canceled today', /#canceled$/, LIST],
  'print one doctor': ['print', 'Print one doctor', /view=day$/, CALENDAR],
  'which keys are there': [
    'shortcuts',
    'Keyboard shortcuts',
    /\/help#shortcuts$/,
    ['heading', 'Help'],
  ],
  'a check-in was wrong': ['undo', 'Undo a check-in', /show=begun$/, LIST],
  'close a day': ['close', 'Close a day', /\/closures$/, ['heading', 'Schedule']],
  'hide names': ['hide', 'Initials only', /view=day$/, ['button', /Initials/]],
  'lock the computer': ['lock', 'Lock the screen', /view=day$/, ['heading', /locked/]],
}

/** Types the word into the search, and presses its choice. */
async function ask(page: Page, word: string, choice: string) {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Find' })
  await search.getByRole('combobox').fill(word)
  // Tasks of the handbook with similar names follow.
  await search.getByRole('option', { name: choice }).first().click()
}

const questions = Object.entries(QUESTIONS)
const half = Math.ceil(questions.length / 2)
for (const [part, some] of [
  ['first', questions.slice(0, half)],
  ['second', questions.slice(half)],
] as const) {
  test(`one word and one press answer each of the ${part} ${some.length} questions`, async ({
    page,
  }) => {
    await openAsAdmin(page, '/dashboard/agenda?view=day')
    for (const [question, [word, choice, address, [role, name]]] of some) {
      await test.step(question, async () => {
        await page.goto('/dashboard/agenda?view=day')
        await expect(page.getByRole('button', { name: 'Previous' })).toBeVisible()
        await ask(page, word, choice)
        await expect(page).toHaveURL(address)
        await expect(page.getByRole(role, { name }).first()).toBeVisible()
      })
    }
  })
}
