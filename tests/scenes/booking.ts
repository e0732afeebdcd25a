import { expect, type Page } from '@playwright/test'
import type { Block, BlockRefusal, BlockSuccess } from '#contract/booking/blocks.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { Child, ChildList } from '#contract/guardians/children.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { mia as fakeChild } from '#web/both/booking/testing/fake-clinic.ts'
import {
  arriveAsNewParent,
  book,
  changeAddress,
  chooseSlot,
  DAYS,
  fillDialog,
  followLink,
  selectTreatment,
  workingDay,
} from '../browser/visitor.ts'
import {
  answerWith,
  changeAnswer,
  hold,
  overlay,
  REFUSAL,
  restore,
  type Scene,
  scene,
  type Tour,
} from './scene.ts'

/** The longest name: if it fits on a phone, all others do. */
const TREATMENT = 'Vaccinations/Immunizations'
const SLOT = '09:00 AM - 09:30 AM'
const DAY = workingDay(DAYS.scenes)
const date = formatWireDate(DAY)
/** The booking page, that many working days later; only the first day is booked. */
const onDay = (later: number) => `/appointment?date=${workingDay(DAYS.scenes + later)}`

const TERMS_CHANGED = 'The clinic’s refund terms have changed. Please read them and book again.'

const AVAILABLE = '**/available?*'
const APPOINTMENTS = '**/appointments'
const BLOCKS_OF_DAY = '**/appointment-blocks?*'
const NEW_BLOCK = '**/appointment-blocks'

const dialog = (page: Page) => page.getByRole('dialog')
const chooseAgain = (page: Page) => page.getByRole('button', { name: SLOT }).click()

const refusal = (code: string, more: object) => ({
  success: false,
  code,
  message: 'Refused',
  booking: { date, slot: SLOT },
  ...more,
})

const mia: Child = { ...fakeChild, _id: '0190a5c8-0000-7000-8000-000000000009' }
const ben = { ...mia, _id: '2', name: 'Benjamin Theodore Alexander' }
const ida = { ...mia, _id: '3', name: 'Ida', birthDate: '2023-01-12' }
export const FAMILY: ChildList = { today: DAY, children: [mia, ben, ida] }

/** A block for all children in a row, starting at an hour. */
export const blockFrom = (hour: string): Block => ({
  time: `${hour}:00 AM - ${hour}:40 AM`,
  items: FAMILY.children.map(({ _id, name }, index) => ({
    child: { _id, name },
    treatment: TREATMENT,
    slot: `${hour}:${index}0 AM - ${hour}:${index + 2}0 AM`,
    doctor: index === 0 ? 'Dr. Ada Lind' : 'Dr. Maximiliane Featherstonehaugh',
    price: 110.5,
  })),
})
export const BLOCKS = ['08', '09', '10', '11'].map(blockFrom)

const bookedTogether = (): BlockSuccess => ({
  success: true,
  bookings: blockFrom('09').items.map((item, index) => ({
    ...item,
    _id: `0190a5c8-0000-7000-8000-00000000001${index}`,
    date,
    paid: false,
    status: 'booked',
    patient: 'parent@example.com',
    patientName: 'Paula Parent',
    email: 'parent@example.com',
    phone: '+1 503 555 0100',
    address: '1 Orchard Lane',
  })),
})

/** Changes the treatments that the server returns for the day. */
const changeTreatments = (
  page: Page,
  change: (treatment: Treatment, index: number) => Partial<Treatment>,
) =>
  changeAnswer<Treatment[]>(page, AVAILABLE, (treatments) =>
    treatments.map((one, index) => ({ ...one, ...change(one, index) })),
  )

/** Chooses a child; all children get the first one's treatment. */
const pickChild = async (page: Page, name: string) => {
  await page.getByRole('checkbox', { name }).check()
  const treatment = page.getByLabel(`Treatment for ${name}`)
  if (!(await treatment.inputValue())) await treatment.selectOption({ index: 1 })
}

const scenes: Scene[] = [
  // The server's HTML, before any script has run.
  scene('appointment-rendered', async (page) => {
    await arriveAsNewParent(page, '/appointment')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  }),
  scene('appointment-failed', async (page) => {
    await answerWith(page, '**/config', 400, REFUSAL)
    await followLink(page, onDay(1))
    await expect(page.getByRole('heading', { name: /load the calendar/ })).toBeVisible()
  }),
  scene('treatments-waiting', async (page) => {
    await restore(page)
    await hold(page, AVAILABLE)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: /^Available appointments/ })).toBeVisible()
    await expect(page.getByRole('grid')).toBeVisible()
  }),
  {
    name: 'treatments',
    // The pointer is still over that day after the click.
    async again(page) {
      await page.getByRole('button', { name: /, selected$/ }).hover()
    },
    async open(page) {
      await restore(page)
      // One treatment with a single slot and one without any.
      const left = [undefined, 1, 0]
      await changeTreatments(page, ({ slots }, index) => ({
        slots: slots.slice(0, left[index]),
        spaces: left[index],
      }))
      await changeAddress(page, onDay(2))
      await expect(page.getByText('1 space Available')).toBeVisible()
    },
  },
  scene('slots', async (page) => {
    await restore(page)
    await answerWith(page, '**/children', 200, FAMILY)
    await changeTreatments(page, ({ slots }) => ({
      doctors: [
        { _id: 'ada', name: 'Dr. Ada Lind', slots: slots.slice(0, 5) },
        { _id: 'ben', name: 'Dr. Ben Okoro', slots },
      ],
    }))
    await followLink(page, `${onDay(0)}&child=${mia._id}`)
    await expect(page.getByLabel('Who is it for?')).toHaveValue(mia._id)
    await selectTreatment(page, TREATMENT)
    await page.getByRole('radio', { name: 'Dr. Ada Lind' }).check()
    await expect(page.getByRole('button', { name: SLOT })).toBeVisible()
  }),
  overlay('dialog', async (page) => {
    await chooseAgain(page)
    await expect(dialog(page).getByRole('radio', { name: 'Mia' })).toBeChecked()
    await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
    await expect(dialog(page).getByText('Phone is required')).toBeVisible()
  }),
  overlay('dialog-child', async (page) => {
    await dialog(page).getByRole('button', { name: 'Add a child' }).click()
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog(page).getByText('Name is required')).toBeVisible()
  }),
  overlay('dialog-terms-changed', async (page) => {
    await restore(page)
    // The clinic's real terms, under which the next scene books.
    const terms = DEFAULT_TERMS
    const refused = { success: false, code: 'terms_changed', message: TERMS_CHANGED, terms }
    await answerWith(page, APPOINTMENTS, 409, refused)
    await chooseSlot(page, { day: DAY, treatment: TREATMENT, slot: SLOT })
    await book(page)
    await expect(dialog(page).getByRole('alert')).toContainText(TERMS_CHANGED)
  }),
  scene('slot-taken', async (page) => {
    await restore(page)
    const alternatives = ['09:30 AM - 10:00 AM', '10:00 AM - 10:30 AM']
    await answerWith(page, APPOINTMENTS, 409, refusal('slot_taken', { alternatives }))
    await book(page)
    await expect(page.getByText(/Someone just booked/)).toBeVisible()
  }),
  overlay('booked', async (page) => {
    await restore(page)
    await chooseAgain(page)
    await book(page)
    await expect(page.getByRole('heading', { name: /is booked$/ })).toBeVisible()
  }),
  scene('siblings-times', async (page) => {
    await answerWith(page, '**/children', 200, FAMILY)
    await answerWith(page, BLOCKS_OF_DAY, 200, BLOCKS)
    await changeAddress(page, `${onDay(0)}&siblings=`)
    for (const { name } of FAMILY.children) await pickChild(page, name)
    await page.getByRole('button', { name: 'Show times' }).click()
    await expect(page.getByRole('region', { name: /^Times for/ })).toBeVisible()
  }),
  overlay('siblings-dialog', async (page) => {
    await page.getByRole('button', { name: BLOCKS[1]?.time }).click()
    await expect(dialog(page).getByRole('button', { name: 'Book all' })).toBeVisible()
  }),
  scene('siblings-refused', async (page) => {
    const refused: BlockRefusal = {
      success: false,
      code: 'slot_taken',
      message: `Someone else just booked ${ben.name}’s time, 09:10 AM - 09:30 AM. Nothing was booked.`,
      child: ben._id,
      alternatives: BLOCKS.slice(2),
    }
    await answerWith(page, NEW_BLOCK, 409, refused)
    await fillDialog(page)
    await dialog(page).getByRole('button', { name: 'Book all' }).click()
    await expect(page.getByText(/^Someone else just booked/)).toBeVisible()
  }),
  overlay('siblings-booked', async (page) => {
    await answerWith(page, NEW_BLOCK, 201, bookedTogether())
    await page.getByRole('button', { name: BLOCKS[1]?.time }).click()
    await dialog(page).getByRole('button', { name: 'Book all' }).click()
    await expect(page.getByRole('heading', { name: /are booked$/ })).toBeVisible()
  }),
]

/** From the calendar to the confirmation, including all failures. */
export const bookingTour: Tour = { name: 'booking', scenes }
