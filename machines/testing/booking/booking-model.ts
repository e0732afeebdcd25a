import { expect } from 'vitest'
import type { BookingRefusal } from '#contract/booking/appointments.ts'
import { dayAfter, formatWireDate } from '#contract/dates.ts'
import type { Child, ChildList } from '#contract/guardians/children.ts'
import { DEFAULT_TERMS, type TermsChanged } from '#contract/payments/refund-bands.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { type BookingContext, choicesOf } from '#machines/booking/booking-context.ts'
import { bookingMachine } from '#machines/booking/booking-machine.ts'
import { type Choices, type LoadedDay, NOTHING_WANTED } from '#machines/choices.ts'
import type { SeriesOutcome } from '#machines/series-booking/series-booking-machine.ts'
import type { SiblingsOutcome } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { OFFLINE } from '../offline.ts'
import {
  allergyTesting,
  bookingFixture,
  FORM,
  firstChoices,
  ida,
  MORNING,
  NEW_PRICE,
  NOON,
  newTerms,
  patient,
} from './booking-fixture.ts'

/** Takes a walk on the booking machine alone, and checks what it knows in each of its states. */
export const walkBookingMachine = modelOf(bookingMachine, drive, {
  patient,
  choices: firstChoices(bookingFixture),
})

function drive(model: MachineModel<typeof bookingMachine>): Expectations<typeof bookingMachine> {
  let { date, child, ...wanted }: Choices = firstChoices(bookingFixture)
  /** The chosen doctor, or the wanted one. */
  let { doctor } = wanted
  let refused: BookingRefusal['code'] | null = null
  let offered: Treatment[] = []
  let children: readonly Child[] | null = null
  /** Why a child could not be added. */
  let objection: string | null = null

  const knows = (facts: Partial<BookingContext>) =>
    expect(model.context()).toMatchObject({ patient, date, ...facts })
  const undecided = {
    treatment: null,
    doctor: null,
    slot: null,
    missedSlot: null,
    refusal: null,
    booking: null,
    message: null,
    bookings: null,
  }
  const expectChoices = (treatment: string | null, slot: string | null = null) =>
    expect(choicesOf(model.context())).toEqual({
      date,
      treatment,
      doctor,
      slot,
      siblings: wanted.siblings,
      child: wanted.siblings || children?.length === 0 ? undefined : child,
    })
  /** Nothing is chosen any more. */
  function nothing() {
    doctor = null
    return NOTHING_WANTED
  }
  /** Only the choices in the address are known. */
  function begin({ date: restored, child: _, ...rest }: Choices) {
    if (restored !== date) offered = []
    date = restored
    wanted = rest
    doctor = rest.doctor
    refused = null
  }
  const current = () => offered.find(({ _id }) => _id === allergyTesting._id)

  /** Nothing can be chosen that is not free, even if an older card still shows it. */
  function refusesUnknownTreatment() {
    const treatment = { ...allergyTesting, _id: 'gone' }
    expect(model.can({ type: 'treatment.choose', treatment })).toBe(false)
  }

  /** Another patient can be chosen before the dialog opens; the machine checks it once it can. */
  function canNamePatient() {
    expect(model.can({ type: 'child.choose', child: null })).toBe(children?.length !== 0)
    expect(model.can({ type: 'child.choose', child: 'gone' })).toBe(children === null)
  }

  /** Others book and cancel meanwhile; the machine only takes over the slots of the shown day. */
  function refreshes() {
    const refresh = { type: 'treatments.refresh', treatments: offered } as const
    expect(model.can({ ...refresh, date })).toBe(true)
    expect(model.can({ ...refresh, date: dayAfter(date) })).toBe(false)
  }

  function knowsChoice(refusal: BookingRefusal['code'] | null) {
    knows({ booking: null, treatments: offered })
    expectChoices(allergyTesting._id)
    canNamePatient()
    refreshes()
    expect(model.context().treatment).toEqual(current())
    refusesUnknownTreatment()
    expect(model.can({ type: 'slot.choose', slot: '04:30 PM - 05:00 PM' })).toBe(false)
    expect(model.can({ type: 'doctor.choose', doctor: 'gone' })).toBe(false)
    expect(model.context().treatment?.slots).toContain(NOON)
    expect(model.context().refusal?.code ?? null).toBe(refusal)
  }
  function knowsForm(facts: Partial<BookingContext> = {}) {
    knows({ treatment: current(), missedSlot: null, refusal: null, booking: null, ...facts })
    knows({ children, child })
    expectChoices(allergyTesting._id, MORNING)
    expect(model.can({ type: 'child.choose', child: 'gone' })).toBe(false)
  }
  /** The server may have changed something already, so only its answer leads on. */
  function canOnlyWait() {
    const choices = { date, ...NOTHING_WANTED }
    expect(model.can({ type: 'choices.restore', choices })).toBe(false)
  }
  /** Nothing can be booked meanwhile. */
  function cannotBook() {
    knowsForm()
    expect(model.can({ type: 'booking.submit', form: FORM })).toBe(false)
  }

  function remember(loaded: readonly Child[]) {
    const isKnown = loaded.some(({ _id }) => _id === child)
    if (child !== null && !isKnown) child = (children === null && loaded[0]?._id) || null
    children = loaded
  }

  function knowsBookings(facts: Partial<BookingContext>) {
    knows(facts)
    expectChoices(null)
    expect(model.context().bookings).toHaveLength(2)
  }

  return {
    onDone: (id, output) => {
      if (id === 'createAppointment') {
        const answer = output as BookingRefusal | TermsChanged
        if (answer.code !== 'terms_changed') refused = answer.success ? null : answer.code
        if (answer.success) doctor = null
      } else if (id === 'loadChildren') {
        remember((output as ChildList).children)
      } else if (id === 'siblings') {
        const outcome = output as SiblingsOutcome
        if (outcome.kind === 'elsewhere' || outcome.kind === 'failed') return begin(outcome.choices)
        if (outcome.kind === 'own') return
        wanted = nothing()
        if (outcome.family) remember(outcome.family.children)
        if (outcome.kind === 'left') offered = outcome.treatments
      } else if (id === 'series') {
        const outcome = output as SeriesOutcome
        if (outcome.kind === 'elsewhere') begin(outcome.choices)
        if (outcome.kind === 'booked') doctor = null
      } else if (id === 'addChild') {
        const added = output as Child
        children = [...(children ?? []).filter(({ _id }) => _id !== added._id), added]
        child = added._id
      } else {
        offered = (output as LoadedDay).treatments
      }
    },
    onError: (id) => {
      if (id === 'addChild') objection = OFFLINE.message
      if (id === 'refreshTreatments')
        wanted = { ...NOTHING_WANTED, treatment: allergyTesting._id, doctor }
    },
    on: {
      'date.choose': (event) => {
        date = event.date
        wanted = { ...nothing(), siblings: wanted.siblings }
        offered = []
      },
      'treatment.choose': () => {
        doctor = null
      },
      'doctor.choose': (event) => {
        refused = null
        doctor = event.doctor
      },
      'treatment.undo': () => {
        wanted = nothing()
      },
      'slot.choose': () => {
        refused = null
      },
      'child.choose': (event, { context: { slot, treatment } }) => {
        child = event.child
        if (treatment?.slots.length === 0 && refused !== 'already_booked') doctor = null
        // The dialog forgets refusals; before it, choosing another child does.
        if (slot === null && !model.isCalled('refreshTreatments')) refused = null
      },
      'child.add': () => {
        objection = null
      },
      'booking.another': () => {
        wanted = nothing()
      },
      'choices.restore': (event) => begin(event.choices),
    },
    see: {
      'date.loadingTreatments': () => {
        knows({ ...undecided, treatments: offered })
        expectChoices(wanted.treatment, wanted.slot)
        canNamePatient()
        // Another patient may be chosen meanwhile.
        const { child: _, ...asked } = choicesOf(model.context())
        expect(model.inputOf('loadTreatments')).toMatchObject({ date, wanted: asked })
      },
      'date.loadFailed': () => {
        knows({ message: OFFLINE.message })
        expectChoices(wanted.treatment, wanted.slot)
      },
      own: () => {
        canOnlyWait()
        expectChoices(wanted.treatment, wanted.slot)
        expect(model.context().own).not.toEqual([])
      },
      'treatment.choosing.undisturbed': () => {
        canNamePatient()
        knows({ ...undecided, treatments: offered })
        expectChoices(null)
        refreshes()
        refusesUnknownTreatment()
      },
      'treatment.choosing.treatmentFull': () => {
        canNamePatient()
        knows({ booking: null })
        expectChoices(allergyTesting._id)
        expect(model.context().treatment).toMatchObject({ _id: allergyTesting._id, slots: [] })
        expect(current()).toMatchObject({ slots: [] })
      },
      'slot.choosing.undisturbed': () => {
        knowsChoice(null)
        knows({ missedSlot: null })
      },
      'slot.choosing.slotTaken': () => {
        knowsChoice('slot_taken')
        expect(current()?.slots).toEqual([NOON])
      },
      'slot.choosing.slotGone': () => {
        knowsChoice(null)
        knows({ missedSlot: MORNING })
        expect(current()?.slots).toEqual([NOON])
      },
      'slot.choosing.priceChanged': () => {
        knowsChoice('price_changed')
        expect(current()?.price).toBe(NEW_PRICE)
      },
      'slot.choosing.alreadyBooked': () => {
        knows({ treatment: current(), booking: null })
        expectChoices(allergyTesting._id)
        expect(model.context().refusal?.code).toBe('already_booked')
      },
      'slot.refreshing': () => {
        canNamePatient()
        knows({ treatment: current(), booking: null })
        expectChoices(allergyTesting._id)
        expect(model.context().refusal?.code ?? null).toBe(refused)
        expect(model.inputOf('refreshTreatments')).toEqual({ date })
      },
      'dialog.loadingChildren': () => {
        cannotBook()
        knows({ message: null })
      },
      'dialog.childrenFailed': () => {
        cannotBook()
        knows({ children: null, message: OFFLINE.message })
      },
      'dialog.fillingForm': () => {
        knowsForm({ message: null })
        refreshes()
        // Its slot is still free.
        expect(model.can({ type: 'slot.choose', slot: NOON })).toBe(false)
        expect(model.can({ type: 'child.add' })).toBe(true)
        expect(model.can({ type: 'siblings.start' })).toBe((children ?? []).length > 1)
      },
      'dialog.addingChild': () => {
        cannotBook()
        knows({ message: objection })
      },
      'dialog.savingChild': () => {
        cannotBook()
        canOnlyWait()
        expect(model.can({ type: 'dialog.close' })).toBe(false)
        knows({ message: null })
        const { name, birthDate } = ida
        expect(model.inputOf('addChild')).toEqual({ name, birthDate })
      },
      confirm: () => {
        knowsForm()
        canOnlyWait()
        expect(model.inputOf('createAppointment')).toEqual({
          treatment: 'Allergy Testing',
          price: 120,
          date: formatWireDate(date),
          slot: MORNING,
          ...(doctor !== null && { doctor }),
          ...(child && { child }),
          paid: false,
          patientName: patient.name,
          email: patient.email,
          ...FORM,
          terms: DEFAULT_TERMS,
        })
      },
      'dialog.termsChanged': () => knowsForm({ message: newTerms.message }),
      'dialog.submitFailed': () => {
        knowsForm({ message: OFFLINE.message })
        // The failed request may have booked the slot itself.
        expect(model.can({ type: 'treatments.refresh', date, treatments: offered })).toBe(false)
      },
      siblings: () => {
        canOnlyWait()
        const known = { treatments: offered, children }
        const chosen = child ? [{ child, treatment: allergyTesting._id }] : []
        expect(model.inputOf('siblings')).toEqual({
          patient,
          date,
          siblings: wanted.siblings ?? chosen,
          slot: wanted.siblings && wanted.slot,
          known: wanted.siblings ? null : known,
        })
      },
      series: () => {
        canOnlyWait()
        expectChoices(allergyTesting._id, MORNING)
        expect(model.inputOf('series')).toEqual({
          patient,
          treatment: allergyTesting.name,
          doctor,
          child,
          date,
          slot: MORNING,
        })
      },
      'booked.series': () => knowsBookings({ treatment: null, slot: null, booking: null }),
      'booked.siblings': () => knowsBookings({ treatment: null, slot: null, booking: null }),
      'booked.appointment': () => {
        knows({ refusal: null })
        expectChoices(null)
        expect(model.context().booking).toMatchObject({ slot: MORNING, ...FORM })
      },
    },
  }
}
