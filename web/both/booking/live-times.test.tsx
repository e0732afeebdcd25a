import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { clinic } from './testing/clinic-server.ts'
import { json, MORNING, NOON, treatments } from './testing/fake-clinic.ts'
import { card, fillIn, open, openDialog, selectTreatment } from './testing/page.tsx'

const LATER = '02:00 PM - 02:30 PM'

/** The server's stream of changes. */
class Changes {
  static open: Changes[] = []
  onopen: (() => void) | undefined
  onmessage: (() => void) | undefined
  readonly url: string
  constructor(url: string) {
    this.url = url
    Changes.open.push(this)
  }
  close() {
    Changes.open = Changes.open.filter((one) => one !== this)
  }
}

beforeEach(() => {
  Changes.open = []
  vi.stubGlobal('EventSource', Changes)
})

/** Waits until the page follows the changes of that day. */
const followed = (date: string) =>
  waitFor(() =>
    expect(Changes.open.map(({ url }) => url)).toEqual([`/available/changes?date=${date}`]),
  )

/** Other users book or cancel, so that the first treatment has these slots, and the stream reports it. */
async function changeSlots(slots: string[], event: 'onopen' | 'onmessage' = 'onmessage') {
  await followed('2026-06-05')
  clinic.available = () => json([{ ...treatments[0], slots }, ...treatments.slice(1)])
  await act(async () => Changes.open[0]?.[event]?.())
}

const slotNames = async () => {
  const slots = await screen.findByRole('region', { name: /^Choose a time for/ })
  return within(slots)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
}

it('removes a slot that was booked, and shows one that was freed, without a request', async () => {
  const user = await open('/appointment?date=2026-06-05')
  await followed('2026-06-05')
  await selectTreatment(user)
  expect(await slotNames()).toEqual([MORNING, NOON])
  await changeSlots([NOON, LATER])
  await waitFor(async () => expect(await slotNames()).toEqual([NOON, LATER]))
  expect((await card('Allergy Testing')).getByText('2 spaces Available')).toBeVisible()
})

it('loads the day again once the stream is open, which happens after the first load', async () => {
  const user = await open('/appointment?date=2026-06-05')
  await selectTreatment(user)
  await changeSlots([LATER], 'onopen')
  await waitFor(async () => expect(await slotNames()).toEqual([LATER]))
})

it('loads the day again for a change that is reported while the day is loading', async () => {
  const user = await open('/appointment?date=2026-06-05')
  await followed('2026-06-05')
  await selectTreatment(user)
  await slotNames()
  const older = Promise.withResolvers<Response>()
  clinic.available = () => older.promise
  await act(async () => Changes.open[0]?.onmessage?.())
  await changeSlots([LATER])
  await act(async () => older.resolve(json(treatments)))
  await waitFor(async () => expect(await slotNames()).toEqual([LATER]))
})

it('says so when the chosen treatment is full now', async () => {
  const user = await open('/appointment?date=2026-06-05')
  await selectTreatment(user)
  await slotNames()
  await changeSlots([])
  expect(await screen.findByText(/Allergy Testing is now fully booked/)).toBeVisible()
})

it('keeps the input if the dialog’s slot is taken, and books another one', async () => {
  const user = await open('/appointment?date=2026-06-05')
  const dialog = await openDialog(user)
  await fillIn(user, dialog)
  await changeSlots([NOON, LATER])
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^9:00 AM is no longer free/)
  expect(dialog.getByRole('button', { name: 'Book' })).toBeDisabled()
  expect(dialog.getByLabelText('Phone')).toHaveValue('555 0100')

  const others = within(dialog.getByRole('list', { name: 'Other times' }))
  await user.click(others.getByRole('button', { name: NOON }))
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Book' }))
  await waitFor(() => expect(clinic.booked).toMatchObject([{ slot: NOON, phone: '555 0100' }]))
})

it('ends the stream with the page’s day', async () => {
  const user = await open('/appointment?date=2026-06-05')
  await user.click(screen.getByRole('button', { name: /June 9/ }))
  await followed('2026-06-09')
})
