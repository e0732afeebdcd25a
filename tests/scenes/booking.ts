import { expect, type Page } from '@playwright/test'
import { formatWireDate } from '../../contract/dates.ts'
import {
  arriveAsNewParent,
  book,
  followLink,
  selectTreatment,
  workingDay,
} from '../browser/visitor.ts'
import {
  answerWith,
  cut,
  fleeting,
  hold,
  overlay,
  REFUSAL,
  restore,
  type Scene,
  scene,
  type Tour,
} from './scene.ts'

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
  // The server's HTML, before any script has run.
  scene('appointment-rendered', async (page) => {
    await arriveAsNewParent(page)
    await page.goto('/appointment')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  }),
  scene('appointment-waiting', async (page) => {
    await hold(page, '**/config')
    await followLink(page, `/appointment?date=${DAY}`)
    await expect(page.getByRole('heading', { name: 'Make an appointment' })).toBeVisible()
  }),
  scene('appointment-failed', async (page) => {
    await restore(page)
    await answerWith(page, '**/config', 400, REFUSAL)
    await followLink(page, `/appointment?date=${DAY}`)
    await expect(page.getByRole('heading', { name: /load the calendar/ })).toBeVisible()
  }),
  scene('treatments-waiting', async (page) => {
    await restore(page)
    await hold(page, AVAILABLE)
    await followLink(page, `/appointment?date=${DAY}`)
    await expect(page.getByRole('heading', { name: /^Available appointments/ })).toBeVisible()
    await expect(page.getByRole('grid')).toBeVisible()
  }),
  scene('treatments-failed', async (page) => {
    await restore(page)
    await answerWith(page, AVAILABLE, 400, REFUSAL)
    await followLink(page, `/appointment?date=${DAY}`)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  }),
  scene('treatments-all-taken', async (page) => {
    await restore(page)
    await page.route(AVAILABLE, async (route) => {
      const list: { slots: string[] }[] = await (await route.fetch()).json()
      await route.fulfill({ json: list.map((treatment) => ({ ...treatment, slots: [] })) })
    })
    await followLink(page, `/appointment?date=${DAY}`)
    await expect(page.getByText('Try another date').first()).toBeVisible()
  }),
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
  scene('slots-doctors', async (page) => {
    await restore(page)
    await page.route(AVAILABLE, async (route) => {
      const list: { slots: string[] }[] = await (await route.fetch()).json()
      const json = list.map((treatment) => ({
        ...treatment,
        doctors: [
          { _id: 'ada', name: 'Dr. Ada Lind', slots: treatment.slots.slice(0, 5) },
          { _id: 'ben', name: 'Dr. Ben Okoro', slots: treatment.slots },
        ],
      }))
      await route.fulfill({ json })
    })
    await followLink(page, `/appointment?date=${DAY}`)
    await selectTreatment(page, TREATMENT)
    await page.getByRole('radio', { name: 'Dr. Ada Lind' }).check()
    await expect(page.getByRole('button', { name: SLOT })).toBeVisible()
  }),
  scene('slots', async (page) => {
    await restore(page)
    await page.reload()
    await selectTreatment(page, TREATMENT)
    await expect(page.getByRole('button', { name: SLOT })).toBeVisible()
  }),
  overlay('dialog', async (page) => {
    await chooseAgain(page)
    await expect(dialog(page)).toBeVisible()
  }),
  overlay('dialog-missing', async (page) => {
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
    await expect(dialog(page).getByText('Phone is required')).toBeVisible()
  }),
  overlay('dialog-waiting', async (page) => {
    await hold(page, APPOINTMENTS)
    await book(page)
    await expect(dialog(page).locator('button[aria-busy=true]')).toBeVisible()
  }),
  overlay('dialog-failed', async (page) => {
    // Before releasing, because held requests continue then. Scripts that are loading at that moment
    // may never arrive. The dialog is open again after it.
    await page.reload({ waitUntil: 'networkidle' })
    await restore(page)
    await cut(page, APPOINTMENTS)
    await book(page)
    await expect(dialog(page).getByRole('alert')).toBeVisible()
  }),
  scene('slot-taken', async (page) => {
    await restore(page)
    const alternatives = ['09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM']
    await answerWith(page, APPOINTMENTS, 409, refusal('slot_taken', { alternatives }))
    await book(page)
    await expect(page.getByText(/Someone just booked/)).toBeVisible()
  }),
  // The message is also a toast, which disappears.
  fleeting('already-booked', async (page) => {
    await restore(page)
    await answerWith(page, APPOINTMENTS, 409, refusal('already_booked', {}))
    await chooseAgain(page)
    await book(page)
    await expect(page.getByText(/^You already have an appointment on/).first()).toBeVisible()
  }),
  overlay('booked', async (page) => {
    await restore(page)
    await chooseAgain(page)
    await book(page)
    await expect(page.getByRole('heading', { name: /is booked$/ })).toBeVisible()
  }),
  scene('slot-gone', async (page) => {
    await page.goBack()
    await expect(page.getByRole('button', { name: '09:30 AM - 10:00 AM' })).toBeVisible()
    await page.goto(`${page.url()}&slot=${encodeURIComponent(SLOT)}`)
    await expect(page.getByText(/is no longer available/)).toBeVisible()
  }),
]

/** From the calendar to the confirmation, with all failures. */
export const bookingTour: Tour = { name: 'booking', scenes }
