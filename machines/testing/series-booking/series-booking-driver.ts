import { formats } from '#contract/formats/formats.ts'
import { formatPrice, sumOfPrices } from '#contract/money.ts'
import type { BookingContext } from '#machines/booking/booking-context.ts'
import type {
  SeriesContext,
  SeriesOutcome,
  seriesBookingMachine,
} from '#machines/series-booking/series-booking-machine.ts'
import * as formWords from '#words/en/booking/form.ts'
import * as words from '#words/en/booking/series.ts'
import { chooseTimeFor } from '#words/en/booking/slots.ts'
import * as frame from '#words/en/frame.ts'
import {
  type BookingFixture,
  datesOf,
  dayOf,
  FORM,
  MORNING,
  NOON,
  RHYTHM,
} from '../booking/booking-fixture.ts'
import { bookingParts } from '../booking/booking-parts.ts'
import type { BookingServer } from '../booking/booking-server.ts'
import { OFFLINE } from '../offline.ts'
import { type Screen, seeMessage } from '../screen.ts'
import { all, type Driver, type Moment } from '../tours.ts'
import { bookedSeries, freeTimesOf } from './series-booking-walks.ts'

type Rhythm = SeriesContext['plan']['rhythm']

const UNITS: Record<Rhythm['unit'], string> = { days: words.days, weeks: words.weeks }

async function plan(dialog: Screen, { count, every, unit }: Rhythm) {
  await dialog.fill(words.appointments, `${count}`)
  await dialog.fill(words.every, `${every}`)
  await dialog.select(words.daysOrWeeks, UNITS[unit])
  await dialog.click('button', words.showDates)
}

/** Drives the dialog for a series, and compares it with what its machine knows. */
export function seriesBookingDriver(
  screen: Screen,
  server: BookingServer,
  { treatment: { name } }: BookingFixture,
): Driver<typeof seriesBookingMachine> {
  const parts = bookingParts(screen)
  const dialog = screen.within('dialog', name)

  /** The number and interval of appointments, and the dates that were found. */
  async function seeRhythm({ plan: { rhythm } }: SeriesContext, { isBusy = false } = {}) {
    await dialog.see('field', words.appointments, { value: `${rhythm.count}` })
    await dialog.see('field', words.every, { value: `${rhythm.every}` })
    await dialog.see('field', words.daysOrWeeks, { value: UNITS[rhythm.unit] })
    await dialog.see('button', words.showDates, { busy: isBusy })
    await dialog.gone('button', formWords.book)
  }

  const seeNoDates =
    (isLoading = false) =>
    async (context: SeriesContext) => {
      await seeRhythm(context, { isBusy: isLoading })
      await dialog.gone('listitem')
      await dialog.gone('button', formWords.bookAll)
    }

  const seeDates =
    (isLocked: boolean) =>
    async ({ plan: { dates, times } }: SeriesContext) => {
      for (const [place, { date, obstacle, times: offered }] of dates.entries()) {
        const chosen = times[place]
        const day = formats.fullDay(chosen?.date ?? date)
        await dialog.see('listitem', words.place(place + 1, dates.length), {
          text: chosen ? `${day} ${formats.slot(chosen.slot)}` : day,
        })
        for (const { slot } of obstacle ? offered : []) {
          await dialog.see('field', formats.slotStart(slot), { checked: chosen?.slot === slot })
        }
      }
      await parts.seeForm(dialog, isLocked)
      const found = times.filter((time) => time !== null)
      const isComplete = found.length === times.length
      const total = formWords.allPayableByCard(formatPrice(sumOfPrices(found)))
      await dialog.see('text', isComplete ? total : formWords.chooseOtherTimes)
      await dialog.see('button', formWords.bookAll, {
        busy: isLocked,
        disabled: isLocked || !isComplete,
      })
    }

  const seeNoAlert = () => dialog.gone('alert')
  const seeNothingLost = all(seeDates(false), parts.seeNothingLost(dialog))

  return {
    server,
    do: {
      'series.plan': ({ rhythm }) => plan(dialog, rhythm),
      'series.shift': ({ time }) => dialog.click('field', formats.slotStart(time.slot)),
      'series.leave': () => dialog.click('button', words.bookOneInstead),
      'dialog.close': () => dialog.click('button', frame.close),
      'booking.submit': ({ form }) => parts.submit(dialog, form, formWords.bookAll),
      'choices.restore': ({ choices }) => server.visit(choices),
    },
    see: {
      'dialog.choosingRhythm': all(seeNoDates(), seeNoAlert),
      'dialog.loadingDates': all(seeNoDates(true), seeNoAlert),
      'dialog.datesFailed': all(seeNoDates(), seeMessage(dialog)),
      'dialog.fillingForm.undisturbed': all(seeRhythm, seeDates(false), seeNoAlert),
      'dialog.fillingForm.refused': async (context) => {
        await seeRhythm(context)
        await seeDates(false)(context)
        await dialog.see('alert', context.refusal?.message)
      },
      'dialog.termsChanged': seeNothingLost,
      'dialog.submitFailed': seeNothingLost,
      confirm: all(seeDates(true), () => parts.staysOpen(dialog)),
      booked: async ({ outcome }) => {
        if (outcome?.kind !== 'booked') throw new Error('The machine knows no bookings')
        await parts.seeBookedSeries(outcome.bookings)
      },
      oneInstead: async () => {
        await dialog.gone('field', words.appointments)
        await parts.seeForm(dialog, false)
        await dialog.see('button', formWords.book, { busy: false })
      },
      closed: async ({ outcome }) => {
        await screen.gone('dialog')
        // Data that may have changed by the booking is read first.
        const busy = outcome?.kind === 'closed' && outcome.mayBeBooked
        await screen.see('region', chooseTimeFor(name), { busy })
      },
      elsewhere: ({ outcome }) => {
        if (outcome?.kind !== 'elsewhere') throw new Error('The machine knows no choices')
        return parts.seeDay(outcome.choices.date, true)
      },
    },
  }
}

/** Leads from the page, whose address holds a time, to the dialog for a series. */
export async function beginSeries(
  screen: Screen,
  server: BookingServer,
  { treatment, child, days: [date] }: BookingFixture,
): Promise<void> {
  const moment: Moment<unknown> = { context: { date, child: child._id }, next: () => undefined }
  const dialog = screen.within('dialog', treatment.name)
  await server.succeed('loadTreatments', dayOf(treatment)(MORNING, NOON), moment)
  await screen.see('dialog', treatment.name)
  await dialog.see('button', formWords.book, { busy: true })
  await server.succeed('loadChildren', { today: date, children: [child] }, moment)
  await dialog.click('button', formWords.repeatAppointment)
}

/** Takes the dialog for a series, which the booking machine has just begun, to that outcome. */
export async function endSeries(
  outcome: SeriesOutcome,
  moment: Moment<BookingContext>,
  screen: Screen,
  server: BookingServer,
  fixture: BookingFixture,
): Promise<void> {
  const { treatment } = fixture
  const { date } = moment.context
  const dialog = screen.within('dialog', treatment.name)
  if (outcome.kind === 'elsewhere') return server.visit(outcome.choices)
  if (outcome.kind === 'oneInstead') return dialog.click('button', words.bookOneInstead)
  if (outcome.kind === 'closed' && !outcome.mayBeBooked) return dialog.click('button', frame.close)
  await plan(dialog, RHYTHM)
  await server.succeed('loadSeries', datesOf(date, treatment, { isTaken: false }), moment)
  await bookingParts(screen).submit(dialog, FORM, formWords.bookAll)
  if (outcome.kind === 'closed') {
    await server.fail('createSeries', OFFLINE, moment)
    return dialog.click('button', frame.close)
  }
  await server.succeed('createSeries', bookedSeries(fixture, freeTimesOf(fixture, date)), moment)
}
