import { expect } from 'vitest'
import { WEEKLY } from '#contract/booking/series-length.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { SeriesDate } from '#contract/series/series.ts'
import { type Choices, NOTHING_WANTED } from '#machines/choices.ts'
import type { SeriesPlan } from '#machines/series-booking/series.ts'
import {
  type SeriesContext,
  type SeriesOutcome,
  type SeriesResult,
  seriesBookingMachine,
} from '#machines/series-booking/series-booking-machine.ts'
import {
  bookingFixture,
  FORM,
  MORNING,
  NOON,
  newTerms,
  RHYTHM,
} from '../booking/booking-fixture.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { OFFLINE } from '../offline.ts'
import { seriesInput } from './series-booking-walks.ts'

const input = seriesInput(bookingFixture)

/** Takes a walk on the machine for a series alone, and checks what it knows in each of its states. */
export const walkSeriesBookingMachine = modelOf(seriesBookingMachine, drive, input)

type Machine = typeof seriesBookingMachine

function drive(model: MachineModel<Machine>): Expectations<Machine> {
  const { patient, date, treatment, doctor, child } = input
  let plan: SeriesPlan = { rhythm: WEEKLY, dates: [], times: [] }
  let isRefused = false
  let isFailed = false
  /** What the address holds. */
  let choices: Choices | null = null

  /** Which dates are known, which of them have a time, and whether the last attempt was refused. */
  function knows(facts: Partial<SeriesContext> = {}) {
    expect(model.context()).toMatchObject({ ...input, ...facts })
    expect(model.context().plan).toEqual(plan)
    expect(model.context().refusal !== null).toBe(isRefused)
    const time = { date: 'Jun 6, 2026', slot: NOON, price: 120 }
    expect(model.can({ type: 'series.shift', place: 0, time })).toBe(false)
    expect(model.can({ type: 'series.shift', place: 1, time })).toBe(false)
  }
  function knowsNoDates() {
    knows({ message: null })
    expect(model.can({ type: 'booking.submit', form: FORM })).toBe(false)
  }
  function knowsDates() {
    knows({ message: null })
    const isComplete = plan.times.every((time) => time !== null)
    expect(model.can({ type: 'booking.submit', form: FORM })).toBe(isComplete)
  }
  const ends = (outcome: SeriesOutcome) => expect(model.output()).toEqual(outcome)

  return {
    onDone: (id, output) => {
      if (id === 'loadSeries') {
        const dates = output as SeriesDate[]
        const times = dates.map(({ obstacle, times: [first] }, place) =>
          !obstacle || plan.times[place]?.slot === NOON ? (first ?? null) : null,
        )
        plan = { rhythm: RHYTHM, dates, times }
      } else {
        const answer = output as SeriesResult
        if (answer.success || answer.code === 'terms_changed') return
        isRefused = true
        plan = { ...plan, dates: [] }
      }
    },
    onError: (id) => {
      isFailed = id === 'createSeries'
    },
    on: {
      'series.plan': ({ rhythm }) => {
        const isSame = plan.rhythm.count === rhythm.count
        plan = { rhythm, dates: [], times: isSame ? plan.times : [] }
        isRefused = false
      },
      'series.shift': ({ place, time }) => {
        plan = { ...plan, times: plan.times.with(place, time) }
        isRefused = false
      },
      'booking.submit': () => {
        isRefused = false
        isFailed = false
      },
      'choices.restore': (event) => {
        choices = event.choices
      },
    },
    see: {
      'dialog.choosingRhythm': knowsNoDates,
      'dialog.loadingDates': () => {
        knowsNoDates()
        expect(model.inputOf('loadSeries')).toEqual({
          ...{ treatment, doctor, child, date },
          slot: MORNING,
          rhythm: RHYTHM,
        })
      },
      'dialog.datesFailed': () => knows({ message: OFFLINE.message }),
      'dialog.fillingForm.undisturbed': knowsDates,
      'dialog.fillingForm.refused': knowsDates,
      'dialog.termsChanged': () => knows({ message: newTerms.message }),
      'dialog.submitFailed': () => {
        knows({ message: OFFLINE.message })
        // The failed request may have booked them.
        expect(model.can({ type: 'series.leave' })).toBe(false)
      },
      confirm: () => {
        knows()
        // The server may have changed something already: only its answer leads on.
        const elsewhere = { date, ...NOTHING_WANTED }
        expect(model.can({ type: 'choices.restore', choices: elsewhere })).toBe(false)
        const times = plan.times.map((time) => ({
          date: time?.date,
          slot: time?.slot,
          price: 120,
        }))
        expect(model.inputOf('createSeries')).toEqual({
          ...{ treatment, doctor, child, times },
          email: patient.email,
          ...FORM,
          terms: DEFAULT_TERMS,
        })
      },
      booked: () => {
        const { outcome } = model.context()
        expect(outcome?.kind === 'booked' && outcome.bookings).toHaveLength(2)
        expect(model.output()).toBe(outcome)
      },
      oneInstead: () => ends({ kind: 'oneInstead' }),
      closed: () => ends({ kind: 'closed', mayBeBooked: isFailed }),
      elsewhere: () => {
        expect(choices).not.toBeNull()
        if (choices) ends({ kind: 'elsewhere', choices })
      },
    },
  }
}
