import { expect, type Page } from '@playwright/test'
import { formatWireDate } from '../../contract/dates.ts'
import {
  arriveAsNewParent,
  book,
  followLink,
  selectTreatment,
  workingDay,
} from '../browser/visitor.ts'
import { guest } from './guest.ts'
import { answerWith, cut, hold, REFUSAL, restore, type Scene, type Tour } from './scene.ts'

/** The longest name: if it fits on a phone, all do. */
const TREATMENT = 'Vaccinations/Immunizations'
const SLOT = '09:00 AM - 09:30 AM'
const DAY = workingDay(10)
const date = formatWireDate(DAY)

const AVAILABLE = '**/available?*'
const APPOINTMENTS = '**/appointments'

const dialog = (page: Page) => page.getByRole('dialog')
const chooseAgain = (page: Page) => page.getByRole('button', { name: SLOT }).click()

const refusal = (code: string, more: object) => ({
  success: false,
  code,
  message: 'Refused',
  booking: { date, slot: SLOT },
  ...more,
})

const scenes: Scene[] = [
  {
    // The server's HTML, before any script has run.
    name: 'appointment-rendered',
    async open(page) {
      await arriveAsNewParent(page, guest())
      await page.goto('/appointment')
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    },
  },
  {
    name: 'appointment-waiting',
    async open(page) {
      await hold(page, '**/config')
      await followLink(page, `/appointment?date=${DAY}`)
      await expect(page.getByRole('heading', { name: 'Make an appointment' })).toBeVisible()
    },
  },
  {
    name: 'appointment-failed',
    async open(page) {
      await restore(page)
      await answerWith(page, '**/config', 400, REFUSAL)
      await followLink(page, `/appointment?date=${DAY}`)
      await expect(page.getByRole('heading', { name: /load the calendar/ })).toBeVisible()
    },
  },
  {
    name: 'treatments-waiting',
    async open(page) {
      await restore(page)
      await hold(page, AVAILABLE)
      await followLink(page, `/appointment?date=${DAY}`)
      await expect(page.getByRole('heading', { name: /^Available appointments/ })).toBeVisible()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  {
    name: 'treatments-failed',
    async open(page) {
      await restore(page)
      await answerWith(page, AVAILABLE, 400, REFUSAL)
      await followLink(page, `/appointment?date=${DAY}`)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  {
    name: 'treatments-all-taken',
    async open(page) {
      await restore(page)
      await page.route(AVAILABLE, async (route) => {
        const list: { slots: string[] }[] = await (await route.fetch()).json()
        await route.fulfill({ json: list.map((treatment) => ({ ...treatment, slots: [] })) })
      })
      await followLink(page, `/appointment?date=${DAY}`)
      await expect(page.getByText('Try another date').first()).toBeVisible()
    },
  },
  {
    name: 'treatments',
    // The pointer is still on that day after the click.
    async again(page) {
      await page.getByRole('button', { name: /, selected$/ }).hover()
    },
    async open(page) {
      await restore(page)
      // One treatment with a single space and one with none.
      await page.route(AVAILABLE, async (route) => {
        const list: { slots: string[] }[] = await (await route.fetch()).json()
        const left = [undefined, 1, 0]
        const json = list.map((treatment, index) => ({
          ...treatment,
          slots: treatment.slots.slice(0, left[index]),
        }))
        await route.fulfill({ json })
      })
      await followLink(page, `/appointment?date=${DAY}`)
      await expect(page.getByText('1 space Available')).toBeVisible()
    },
  },
  {
    name: 'slots',
    async open(page) {
      await restore(page)
      await page.reload()
      await selectTreatment(page, TREATMENT)
      await expect(page.getByRole('button', { name: SLOT })).toBeVisible()
    },
  },
  {
    name: 'dialog',
    windowOnly: true,
    async open(page) {
      await chooseAgain(page)
      await expect(dialog(page)).toBeVisible()
    },
  },
  {
    name: 'dialog-missing',
    windowOnly: true,
    async open(page) {
      await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
      await expect(dialog(page).getByText('Phone is required')).toBeVisible()
    },
  },
  {
    name: 'dialog-waiting',
    windowOnly: true,
    async open(page) {
      await hold(page, APPOINTMENTS)
      await book(page)
      await expect(dialog(page).locator('button[aria-busy=true]')).toBeVisible()
    },
  },
  {
    name: 'dialog-failed',
    windowOnly: true,
    async open(page) {
      // Before releasing, because held requests continue then.
      await page.reload()
      await restore(page)
      await cut(page, APPOINTMENTS)
      await selectTreatment(page, TREATMENT)
      await chooseAgain(page)
      await book(page)
      await expect(dialog(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'slot-taken',
    async open(page) {
      await restore(page)
      const alternatives = ['09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM']
      await answerWith(page, APPOINTMENTS, 409, refusal('slot_taken', { alternatives }))
      await book(page)
      await expect(page.getByText(/Someone just booked/)).toBeVisible()
    },
  },
  {
    name: 'already-booked',
    windowOnly: true,
    // The message is also a toast, which disappears.
    async again(page) {
      await restore(page)
      await answerWith(page, APPOINTMENTS, 409, refusal('already_booked', {}))
      await chooseAgain(page)
      await book(page)
      await expect(page.getByText(/^You already have an appointment on/).first()).toBeVisible()
    },
  },
  {
    name: 'booked',
    windowOnly: true,
    async open(page) {
      await restore(page)
      await chooseAgain(page)
      await book(page)
      await expect(page.getByRole('heading', { name: /is booked$/ })).toBeVisible()
    },
  },
]

/** From the calendar to the confirmation, with all failures. */
export const bookingTour: Tour = { name: 'booking', scenes }
