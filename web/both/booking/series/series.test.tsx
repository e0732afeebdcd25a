import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { addWeekday } from '#contract/dates.ts'
import type { SeriesDate, SeriesDoctor, SeriesTime } from '#contract/series/series.ts'
import { keepReferral } from '#web/lib/referral.ts'
import { preloadSeries } from '../chunks.ts'
import { clinic } from '../testing/clinic-server.ts'
import { json, MORNING, NOON } from '../testing/fake-clinic.ts'
import { open, openDialog } from '../testing/page.tsx'

const at = (date: string, slot = MORNING) => ({ date, slot, price: 120 })
const time = (date: string, slot = MORNING, doctors: SeriesDoctor[] = []): SeriesTime => ({
  ...at(date, slot),
  doctors,
})
const free = (date: string, doctors?: SeriesDoctor[]): SeriesDate => ({
  date,
  times: [time(date, MORNING, doctors)],
})
const DAYS = ['Jun 5, 2026', 'Jun 12, 2026', 'Jun 19, 2026'] as const

/** The second one is taken, but free at noon or on the following day. */
const dates: SeriesDate[] = [
  free(DAYS[0]),
  {
    date: DAYS[1],
    obstacle: 'taken',
    times: [time(DAYS[1], NOON), time('Jun 15, 2026'), time(DAYS[2])],
  },
  free(DAYS[2]),
]

beforeAll(preloadSeries)
beforeEach(() => {
  clinic.series = () => json(dates)
})

async function openSeries(user: UserEvent) {
  const dialog = await openDialog(user)
  await user.click(await dialog.findByRole('button', { name: 'Repeat this appointment' }))
  await screen.findByRole('form', { name: 'How many and how often' })
  return within(screen.getByRole('dialog', { name: 'Allergy Testing' }))
}

async function type(user: UserEvent, label: string, text: string) {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
}

const rows = (dialog: ReturnType<typeof within>) =>
  within(dialog.getByRole('list', { name: 'Dates' }))
    .getAllByText(/^\d of \d$/)
    .map((place) => place.parentElement?.textContent)

it('requests the series that was entered, and shows free dates and prices', async () => {
  const user = await open()
  const dialog = await openSeries(user)
  await type(user, 'Appointments', '3')
  await type(user, 'Every', '2')
  await user.click(dialog.getByRole('button', { name: 'Show dates' }))
  await dialog.findByRole('list', { name: 'Dates' })
  expect(new URLSearchParams(clinic.askedSeries[0])).toEqual(
    new URLSearchParams({
      treatment: 'Allergy Testing',
      date: '2026-06-05',
      slot: MORNING,
      count: '3',
      every: '2',
      unit: 'weeks',
    }),
  )
  expect(rows(dialog)).toEqual([
    `1 of 3 ${addWeekday(DAYS[0])} ${MORNING}`,
    `2 of 3 ${addWeekday(DAYS[1])} `,
    `3 of 3 ${addWeekday(DAYS[2])} ${MORNING}`,
  ])
  expect(dialog.getByText(`9:00 AM on ${addWeekday(DAYS[1])} is taken.`)).toBeVisible()
  expect(dialog.getByRole('heading', { name: 'Dates' })).toHaveFocus()
})

it('does not book until each date has a time, none on the day of another date', async () => {
  keepReferral('?source=poster')
  const user = await open()
  const dialog = await openSeries(user)
  await user.click(dialog.getByRole('button', { name: 'Show dates' }))
  const book = await dialog.findByRole('button', { name: 'Book all' })
  expect(book).toBeDisabled()
  await user.click(dialog.getByRole('radio', { name: `${addWeekday(DAYS[2])}, 9:00 AM` }))
  expect(book).toBeDisabled()
  await user.click(dialog.getByRole('radio', { name: '12:00 PM' }))
  expect(rows(dialog)[1]).toBe(`2 of 3 ${addWeekday(DAYS[1])} ${NOON}`)
  expect(dialog.getByText('$360 for all, payable by card after you book.')).toBeVisible()
  await user.type(dialog.getByLabelText('Phone'), '503 555 0100')
  await user.type(dialog.getByLabelText('Address'), '1 Orchard Lane')
  await user.click(book)
  await waitFor(() => expect(clinic.booked).toHaveLength(1))
  expect(clinic.booked[0]).toMatchObject({
    treatment: 'Allergy Testing',
    times: [at(DAYS[0]), at(DAYS[1], NOON), at(DAYS[2])],
    phone: '503 555 0100',
    source: 'poster',
  })
})

it('names the doctor, and the dates with another one', async () => {
  const [ada, benno] = ['Ada', 'Benno'].map((name) => ({ _id: name, name }))
  if (!ada || !benno) throw new Error('Two doctors are needed.')
  const other = [time(DAYS[1], NOON, [benno]), time(DAYS[1], MORNING, [benno, ada])]
  clinic.series = () =>
    json([
      free(DAYS[0], [benno, ada]),
      { date: DAYS[1], obstacle: 'taken', times: other },
      free(DAYS[2], [ada]),
    ] satisfies SeriesDate[])
  const user = await open()
  const dialog = await openSeries(user)
  await user.click(dialog.getByRole('button', { name: 'Show dates' }))
  const list = await dialog.findByRole('list', { name: 'Dates' })
  const sentences = () => dialog.getAllByText(/^With/).map(({ textContent }) => textContent)
  expect(sentences()).toEqual(['With Ada on 2 of 3 dates.'])
  await user.click(dialog.getByRole('radio', { name: '12:00 PM' }))
  expect(sentences()).toEqual([
    'With Benno on 2 of 3 dates.',
    `With Ada on ${addWeekday(DAYS[2])}.`,
  ])
  expect(within(list).getAllByText('Benno, $120')).toHaveLength(2)
  await user.click(dialog.getByRole('radio', { name: '9:00 AM' }))
  expect(sentences()).toEqual(['With Ada on all dates.'])
})

it('says which numbers can be typed', async () => {
  const user = await open()
  const dialog = await openSeries(user)
  await type(user, 'Appointments', '13')
  await type(user, 'Every', '0')
  await user.click(dialog.getByRole('button', { name: 'Show dates' }))
  expect(dialog.getByText('Enter a whole number from 2 to 12.')).toBeVisible()
  expect(dialog.getByText('Enter a whole number from 1 to 30.')).toBeVisible()
  expect(clinic.askedSeries).toEqual([])
})

it('returns to one appointment with the input kept', async () => {
  const user = await open()
  const first = await openDialog(user)
  await user.type(await first.findByLabelText('Phone'), '503 555 0100')
  await user.click(await first.findByRole('button', { name: 'Repeat this appointment' }))
  await user.click(await screen.findByRole('button', { name: 'Book one appointment instead' }))
  expect(await screen.findByLabelText('Phone')).toHaveValue('503 555 0100')
  expect(screen.getByRole('button', { name: 'Book' })).toBeEnabled()
})
