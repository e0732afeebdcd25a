import { expect, type Locator, type Page } from '@playwright/test'
import { formatSlot } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { AbsencePreview } from '#contract/schedule/absences.ts'
import type { Impact } from '#contract/schedule/schedule.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { openAsAdmin } from '#tests/scenes/demo-admin.ts'
import { openBusyDay } from '../busy-day.ts'
import { walkTo } from '../keyboard.ts'
import { bookAs, register, sessionOf } from '../member.ts'
import { addChild, addDoctor, appointmentRow } from '../records.ts'
import { openWith } from '../screen.ts'
import { registerStaff } from '../staff.ts'
import { test } from '../test.ts'
import { DAYS, workingDay } from '../visitor.ts'
import { dragOnto } from './drag.ts'

// The ten most frequent tasks of the front desk, from the open calendar, each by pointer and by keyboard.

test.describe.configure({ mode: 'parallel' })

const DAY = workingDay(DAYS.deskTasks)
const FIRST_VISIT = workingDay(DAYS.deskTasks + 1)

/**
 * Counts clicks, drags and keys. Text typed into a field and its Enter do not count, nor do Tab and the
 * arrow keys, which only move the focus.
 */
function countSteps(page: Page) {
  let steps = 0
  return {
    count: () => steps,
    async click(target: Locator) {
      steps += 1
      await target.click()
    },
    async press(key: string) {
      steps += 1
      await page.keyboard.press(key)
    },
    async drag(card: Locator, target: Locator) {
      steps += 1
      await dragOnto(card, target)
    },
    async type(text: string) {
      await page.keyboard.type(text)
    },
  }
}
type Steps = ReturnType<typeof countSteps>

/** Clicks the target, or moves the focus to it and presses Enter. */
type Press = (steps: Steps, target: Locator) => Promise<void>

const BY_POINTER: Press = (steps, target) => steps.click(target)
const BY_KEYBOARD: Press = async (steps, target) => {
  await walkTo(target)
  await steps.press('Enter')
}
const HOW = [
  ['pointer', BY_POINTER],
  ['keyboard', BY_KEYBOARD],
] as const

const calendarOf = (date: string) => `/dashboard/agenda?view=day&date=${date}`

/** Adds an appointment of a new parent to the open calendar. */
async function openVisit(
  page: Page,
  choice: { treatment: string; slot: string; price: number; day?: string },
) {
  const { day = DAY } = choice
  const staff = await registerStaff()
  const parent = await register(`Vera Visit ${crypto.randomUUID().slice(0, 6)}`)
  const { _id } = await bookAs(parent, { ...choice, day })
  await openWith(page, sessionOf(staff), calendarOf(day))
  const card = page.locator(`[data-entry="${_id}"]`)
  await expect(card).toBeVisible()
  return { staff, parent, id: _id, card }
}

/** The panel with the chosen appointment, beside the calendar. */
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Chosen appointment' })

/** Opens the appointment of a card. */
async function open(steps: Steps, press: Press, card: Locator) {
  if (press === BY_POINTER) await steps.click(card)
  else {
    await card.focus()
    await steps.press('Enter')
  }
}

test('check-in takes one click or key, and a no-show one', async ({ page }) => {
  await openBusyDay(page, { doctors: 4, each: 10 })
  const step = (attendance: string) =>
    page.waitForRequest(
      (request) =>
        request.url().endsWith('/attendance') && request.postDataJSON()?.attendance === attendance,
    )
  const clicking = countSteps(page)
  const arrived = page.getByRole('button', { name: /^Arrived: Patient / }).first()
  await expect(arrived).toBeInViewport()
  const clicked = step('arrived')
  await clicking.click(arrived)
  await clicked
  expect(clicking.count()).toBe(1)

  // The next patient has the focus; an arrow key makes the shortcut keys apply.
  const pressing = countSteps(page)
  await page.locator('[data-entry="visit-12"]').focus()
  await walkTo(page.locator('[data-entry="visit-16"]'), 'ArrowDown')
  const pressed = step('arrived')
  await pressing.press('a')
  await pressed
  expect(pressing.count()).toBe(1)
  const missing = countSteps(page)
  await walkTo(page.locator('[data-entry="visit-4"]'), 'ArrowUp')
  const missed = step('no_show')
  await missing.press('n')
  await missed
  expect(missing.count()).toBe(1)
})

test('a child is found with one click or key', async ({ page }) => {
  const { parent } = await openVisit(page, {
    treatment: 'Weight Loss',
    slot: '09:00 AM - 09:30 AM',
    price: 80,
  })
  const name = `Finn ${crypto.randomUUID().slice(0, 6)}`
  addChild(parent.uid, name)
  for (const begin of ['click', 'key'] as const) {
    await page.goto(calendarOf(DAY))
    await expect(page.getByRole('button', { name: 'Free times' })).toBeEnabled()
    await expect(page.locator('[data-entry]').first()).toBeVisible()
    const steps = countSteps(page)
    if (begin === 'key') await steps.press('/')
    else await steps.click(page.getByRole('button', { name: /^Find a family/ }))
    await steps.type(name)
    const found = page
      .getByRole('group', { name: 'Families' })
      .getByRole('option', { selected: true })
    await expect(found).toContainText(name)
    await steps.type('\n')
    await expect(page.getByRole('heading', { level: 1, name: parent.name })).toBeVisible()
    expect(steps.count()).toBe(1)
  }
})

test('an appointment moves with one drag, or three keys, and the answer', async ({ page }) => {
  await page.addInitScript(() => {
    const blocked: string[] = []
    Object.assign(window, { blocked })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      blocked.push(violatedDirective),
    )
  })
  const { id, card, parent } = await openVisit(page, {
    treatment: 'Allergy Testing',
    slot: '10:00 AM - 10:30 AM',
    price: 110,
  })
  const dialog = page.getByRole('dialog')
  const beside = countSteps(page)
  await beside.drag(card, page.getByRole('banner'))
  await expect(page.getByText(/^That is not a free time\./)).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(appointmentRow(id)?.version).toBe(0)

  const dragging = countSteps(page)
  await dragging.drag(card, page.getByRole('button', { name: /^11:00 ?, Allergy/ }))
  await expect(dialog).toContainText('11:00 AM')
  await dragging.click(dialog.getByRole('button', { name: 'Move', exact: true }))
  await expect.poll(() => appointmentRow(id)).toMatchObject({ startMinute: 11 * 60, version: 1 })
  expect(dragging.count()).toBeLessThanOrEqual(3)
  // The stream of changes may report the move before the answer closes the dialog.
  await expect(dialog).toBeHidden()

  await expect(card).toContainText('11:00')
  await card.focus()
  const targets = page.locator('.calendar-target')
  await page.keyboard.press('m')
  await expect(targets.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(targets).toHaveCount(0)
  const pressing = countSteps(page)
  await pressing.press('m')
  await expect(targets.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await pressing.press('Enter')
  const question = page.getByRole('dialog', { name: `Move ${parent.name}?` })
  for (const fact of ['From11:00 AM', 'To11:30 AM', parent.email]) {
    await expect(question).toContainText(fact)
  }
  await pressing.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(card).toBeFocused()
  await expect(card).toContainText('11:30')
  expect(appointmentRow(id)).toMatchObject({ startMinute: 11 * 60 + 30, version: 2 })
  expect(pressing.count()).toBeLessThanOrEqual(3)
  expect(await page.evaluate(() => Reflect.get(window, 'blocked'))).toEqual([])
})

for (const [how, press] of HOW) {
  test(`a follow-up in two weeks takes four steps by ${how}`, async ({ page }) => {
    const { card } = await openVisit(page, {
      day: FIRST_VISIT,
      treatment: 'Nutrition Services',
      slot: how === 'pointer' ? '01:00 PM - 01:30 PM' : '02:00 PM - 02:30 PM',
      price: 70,
    })
    const steps = countSteps(page)
    await open(steps, press, card)
    await press(steps, panelOf(page).getByRole('link', { name: /^Follow up: .*\d [AP]M$/ }))
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Phone').fill('+1 503 555 0100')
    await press(steps, dialog.getByRole('button', { name: 'Book', exact: true }))
    await expect(page.getByRole('heading', { name: 'The appointment is booked' })).toBeVisible()
    expect(steps.count()).toBeLessThanOrEqual(4)
  })

  test(`a cancellation with its refund takes three steps by ${how}`, async ({ page }) => {
    const { id, card } = await openVisit(page, {
      treatment: 'Weight Loss',
      slot: how === 'pointer' ? '03:00 PM - 03:30 PM' : '04:00 PM - 04:30 PM',
      price: 80,
    })
    const steps = countSteps(page)
    await open(steps, press, card)
    const dialog = page.getByRole('dialog')
    await press(steps, panelOf(page).getByRole('button', { name: /^Cancel the appointment of/ }))
    await press(steps, dialog.getByRole('button', { name: 'Cancel appointment' }))
    await expect.poll(() => appointmentRow(id)?.status).toBe('cancelled')
    await expect(panelOf(page).getByText('The appointment has been canceled')).toBeVisible()
    expect(steps.count()).toBeLessThanOrEqual(3)
  })

  test(`a walk-in of a child who pays in cash takes five steps by ${how}`, async ({ page }) => {
    const staff = await registerStaff()
    const parent = await register(`Walter Walkin ${crypto.randomUUID().slice(0, 6)}`)
    const child = addChild(parent.uid, 'Willa Walkin')
    // At night the clinic has no free time left, so the test offers one and accepts it instead of the
    // server.
    const slot = '11:00 PM - 11:30 PM'
    const treatment: Treatment = {
      _id: 'nutrition',
      name: 'Nutrition Services',
      price: 70,
      slots: [slot],
    }
    await page.route('**/agenda/available?*', (route) => route.fulfill({ json: [treatment] }))
    await page.route('**/families/*/appointments', async (route) => {
      await route.fulfill({
        status: 201,
        json: {
          success: true,
          booking: {
            _id: 'walk-in',
            treatment: treatment.name,
            date: formatWireDate(await todayOf(page)),
            slot,
            price: 70,
            paid: false,
            status: 'booked',
            patient: parent.email,
            patientName: parent.name,
            child: { _id: child._id, name: 'Willa Walkin' },
            email: parent.email,
            phone: '+1 503 555 0100',
            address: '',
          },
        },
      })
    })
    await page.route('**/agenda/walk-in/payment', (route) => route.abort())
    await openWith(page, sessionOf(staff), '/dashboard/agenda?view=day')
    await expect(page.getByRole('button', { name: 'Walk-in' })).toBeVisible()
    const steps = countSteps(page)
    if (press === BY_KEYBOARD) await steps.press('w')
    else await steps.click(page.getByRole('button', { name: 'Walk-in' }))
    const dialog = page.getByRole('dialog')
    await press(steps, dialog.getByRole('link', { name: /^Take 11:00 PM/ }))
    await expect(page.getByRole('searchbox', { name: /^Name, birth date/ })).toBeFocused()
    await steps.type('Willa Walkin')
    await press(steps, page.getByRole('link', { name: new RegExp(parent.name) }))
    await dialog.getByLabel('Phone').fill('+1 503 555 0100')
    await press(steps, dialog.getByRole('button', { name: 'Book', exact: true }))
    await expect(page.getByText('Take $70 for Willa Walkin, born Jun 5, 2021?')).toBeVisible()
    const taken = page.waitForRequest('**/agenda/walk-in/payment')
    await press(steps, page.getByRole('button', { name: 'Cash' }))
    expect((await taken).postDataJSON()).toMatchObject({ method: 'cash', version: 0 })
    expect(steps.count()).toBeLessThanOrEqual(5)
  })

  test(`an extra patient beside a taken time takes five steps by ${how}`, async ({ page }) => {
    const { card } = await openVisit(page, {
      day: FIRST_VISIT,
      treatment: 'Nutrition Services',
      slot: how === 'pointer' ? '10:00 AM - 10:30 AM' : '11:00 AM - 11:30 AM',
      price: 70,
    })
    const extra = await register(`Xena Extra ${crypto.randomUUID().slice(0, 6)}`)
    const steps = countSteps(page)
    await open(steps, press, card)
    await press(steps, page.getByRole('button', { name: /^Squeeze in a patient at / }))
    const choices = page.getByRole('dialog', { name: /^Squeeze in at / })
    await press(steps, choices.getByRole('link', { name: /Nutrition Services/ }))
    await expect(page.getByRole('searchbox', { name: /^Name, birth date/ })).toBeFocused()
    await steps.type(extra.name)
    await press(steps, page.getByRole('link', { name: new RegExp(extra.name) }))
    const booking = page.getByRole('dialog')
    await booking.getByLabel('Phone').fill('+1 503 555 0100')
    await booking.getByLabel('Reason').fill('Fever')
    await press(steps, booking.getByRole('button', { name: 'Book', exact: true }))
    await expect(page.getByRole('heading', { name: 'The appointment is booked' })).toBeVisible()
    expect(steps.count()).toBeLessThanOrEqual(5)
  })

  test(`tomorrow is printed with two steps by ${how}`, async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '')
    })
    const staff = await registerStaff()
    await openWith(page, sessionOf(staff), calendarOf(DAY))
    const steps = countSteps(page)
    await press(steps, page.getByRole('button', { name: 'Next' }))
    await press(steps, page.getByRole('button', { name: 'Print' }))
    await expect(page.locator('html[data-printed]')).toBeAttached()
    expect(steps.count()).toBeLessThanOrEqual(2)
  })

  test(`closing Friday afternoon takes four steps by ${how}`, async ({ page }) => {
    await openAsAdmin(page, calendarOf(DAY))
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
    const affected: Impact = {
      fingerprint: 'one',
      total: 1,
      families: 1,
      paid: 0,
      refund: 0,
      notTold: [],
      appointments: [],
    }
    // Other files book on Fridays.
    await page.route('**/schedule/closures/preview', (route) => route.fulfill({ json: affected }))
    await page.route('**/schedule/closures', (route) => route.abort())
    const steps = countSteps(page)
    await beginSearch(steps, press, page)
    await steps.type('close friday afternoon: Training')
    await expect(page.getByRole('option', { selected: true })).toContainText('Close the clinic on')
    await steps.type('\n')
    await expect(page.getByText('1 appointment affected')).toBeVisible()
    const cancelAll = page.getByRole('radio', { name: /^Cancel all/ })
    if (press === BY_POINTER) await steps.click(cancelAll)
    else {
      await walkTo(page.getByRole('radio', { name: /^Keep all/ }))
      await steps.press(' ')
    }
    const closed = page.waitForRequest('**/schedule/closures')
    await press(steps, page.getByRole('button', { name: 'Close the clinic', exact: true }))
    expect((await closed).postDataJSON()).toMatchObject({
      fromMinute: 12 * 60,
      toMinute: 17 * 60,
      reason: 'Training',
    })
    expect(steps.count()).toBeLessThanOrEqual(4)
  })

  test(`fifteen patients of an ill doctor take six steps by ${how}`, async ({ page }) => {
    const doctor = addDoctor(`Sick By${how}`, 'Allergies')
    const preview = fifteenOf(doctor)
    const staff = await registerStaff()
    await openWith(page, sessionOf(staff), calendarOf(DAY))
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
    // Real patients of today would disturb other files.
    await page.route('**/absences/preview', (route) => route.fulfill({ json: preview }))
    const steps = countSteps(page)
    await beginSearch(steps, press, page)
    await steps.type(`ill ${doctor.name}`)
    await expect(page.getByRole('option', { selected: true })).toContainText('away on')
    await steps.type('\n')
    await press(steps, page.getByRole('button', { name: 'Show appointments' }))
    await expect(page.getByRole('status').filter({ hasText: 'handed over' })).toHaveText(
      '10 handed over, 4 re-offered, 1 decided later. 1 family to call: no email reaches it.',
    )
    await page.route('**/absences', (route) => route.abort())
    // The page loads the absences again when another desk records one.
    const recorded = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/absences'),
    )
    await press(steps, page.getByRole('button', { name: 'Record the absence' }))
    const { decisions } = (await recorded).postDataJSON()
    expect(decisions.map(({ action }: { action: string }) => action)).toEqual([
      ...Array.from({ length: 10 }, () => 'hand_over'),
      ...Array.from({ length: 4 }, () => 'reoffer'),
      'later',
    ])
    expect(steps.count()).toBeLessThanOrEqual(6)
  })

  test(`a price from January 3 takes four steps by ${how}`, async ({ page }) => {
    await openAsAdmin(page, calendarOf(DAY))
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
    await page.route('**/treatments/*/prices', (route) => route.abort())
    const steps = countSteps(page)
    await beginSearch(steps, press, page)
    await steps.type('treatments')
    await expect(
      page.getByRole('option', { name: /^Treatments and prices/, selected: true }),
    ).toBeVisible()
    await steps.type('\n')
    await press(steps, page.getByRole('button', { name: 'Edit Weight Loss' }))
    const form = page.getByRole('form', { name: 'Plan a price of Weight Loss' })
    const year = new Date().getFullYear() + 1
    await form.getByLabel('New price (dollars)').fill('95')
    await form.getByLabel('From').fill(`${year}-01-03`)
    const planned = page.waitForRequest('**/treatments/*/prices')
    await press(steps, form.getByRole('button', { name: 'Plan price' }))
    expect((await planned).postDataJSON()).toMatchObject({ price: 95, validFrom: `${year}-01-03` })
    expect(steps.count()).toBeLessThanOrEqual(4)
  })
}

/** A preview of fifteen: ten can be handed over, four have another time, and one has neither. */
function fifteenOf(doctor: { _id: string; name: string }): AbsencePreview {
  const date = '2026-06-05'
  return {
    doctor,
    date,
    fingerprint: 'fifteen',
    untilAt: { date: '2026-06-08', minute: 18 * 60 },
    appointments: Array.from({ length: 15 }, (_, index) => {
      const slot = formatSlot({ startMinute: 9 * 60 + 30 * index, lengthMinutes: 30 })
      return {
        _id: crypto.randomUUID(),
        version: 0,
        date,
        slot,
        treatment: 'Allergy Testing',
        treatmentId: crypto.randomUUID(),
        doctor: doctor.name,
        family: `family-${index}`,
        patientName: `Patient ${index}`,
        email: 'parent@example.com',
        phone: '+1 503 555 0100',
        dialablePhone: null,
        paid: false,
        price: 110,
        isReachable: index !== 3,
        attendance: index === 14 ? 'arrived' : 'expected',
        handOver: index < 10 ? { _id: crypto.randomUUID(), name: 'Dr. Free', slot } : null,
        otherTime: index === 14 ? null : { date: '2026-06-09', slot, doctor: doctor.name },
      }
    }),
  }
}

async function beginSearch(steps: Steps, press: Press, page: Page) {
  if (press === BY_KEYBOARD) await steps.press('/')
  else await steps.click(page.getByRole('button', { name: /^Find a family/ }))
  await expect(page.getByRole('combobox', { name: 'Family, child, page or action' })).toBeFocused()
}

async function todayOf(page: Page): Promise<string> {
  const config = await page.request.get('/config')
  return (await config.json()).clinic.today
}
