import type {
  Appointment,
  BookingRefusal,
  BookingSuccess,
  NewAppointment,
} from '#contract/booking/appointments.ts'
import type { IsoDate } from '#contract/dates.ts'
import { fitsAge } from '#contract/guardians/ages.ts'
import {
  bookableChildren,
  type Child,
  type ChildList,
  type NewChild,
} from '#contract/guardians/children.ts'
import type { TermsChanged } from '#contract/payments/refund-bands.ts'
import { slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import {
  type Choices,
  type FamilyChildren,
  NOTHING_WANTED,
  type Patient,
  type SharedEvent,
  type TypedForm,
} from '../choices.ts'
import type { SeriesOutcome } from '../series-booking/series-booking-machine.ts'
import { suggestSibling } from '../siblings-booking/siblings.ts'
import type {
  SiblingsInput,
  SiblingsOutcome,
} from '../siblings-booking/siblings-booking-machine.ts'

export interface BookingContext {
  patient: Patient
  date: IsoDate
  /** Choices in the address, to be made once the day has loaded. */
  wanted: Omit<Choices, 'date' | 'child'>
  /** The treatments of `date` as last loaded, for the cards. */
  treatments: Treatment[]
  treatment: Treatment | null
  /** Id of one of the treatment's doctors; null: any doctor. */
  doctor: string | null
  /** The slot in the dialog. */
  slot: string | null
  /** The slot in the address if it is no longer free, until the user chooses again. */
  missedSlot: string | null
  /** Ids of appointments that the family already has at the time in the address. */
  own: readonly string[]
  /** The last refusal, until the user chooses again. */
  refusal: BookingRefusal | null
  /** The appointment just booked. */
  booking: BookingSuccess['booking'] | null
  /** Why loading, booking or adding a child failed, for the user. */
  message: string | null
  /** The children that the user may book for; null until loaded. */
  children: readonly Child[] | null
  /**
   * Id of the patient's child; null for the user. Until the children have loaded, as in the address;
   * undefined then, and until staff have chosen the patient.
   */
  child: string | null | undefined
  /** The appointments just booked together. */
  bookings: readonly Appointment[] | null
}

export type BookingEvent =
  | SharedEvent
  /** 'Try again' after the treatments failed to load. */
  | { type: 'treatments.reload' }
  /** The present free slots of the day, after others have booked or canceled. */
  | { type: 'treatments.refresh'; date: IsoDate; treatments: Treatment[] }
  /** 'Select Treatment' on a card. */
  | { type: 'treatment.choose'; treatment: Treatment }
  /** The back button, after a treatment was chosen. */
  | { type: 'treatment.undo' }
  /** One of the doctors who give the chosen treatment, or any of them. */
  | { type: 'doctor.choose'; doctor: string | null }
  /** A slot of the chosen treatment, which opens the dialog. */
  | { type: 'slot.choose'; slot: string }
  /** 'Try again' after the children failed to load. */
  | { type: 'children.reload' }
  /** The patient, in the dialog or above the calendar: a child, or the user. */
  | { type: 'child.choose'; child: string | null }
  /** 'Add a child' in the dialog. */
  | { type: 'child.add' }
  /** Back to the form without adding one. */
  | { type: 'child.cancel' }
  | { type: 'child.save'; child: NewChild }
  /** 'Book for several children' in the dialog. */
  | { type: 'siblings.start' }
  /** 'Repeat this appointment' in the dialog. */
  | { type: 'series.start' }
  /** After a booking: back to the calendar for another one. */
  | { type: 'booking.another' }

/** The request to the server. */
export type BookingRequest = NewAppointment & Pick<TypedForm, 'reason'>

/** The server's answer to a booking; any other answer is an error. */
export type BookingResult = BookingSuccess | BookingRefusal | TermsChanged

/** The outcome of the machine for siblings, or of that for a series. */
export type Outcome = SiblingsOutcome | SeriesOutcome

/** Clears what the last choice led to. */
export const NO_NOTICE = { missedSlot: null, refusal: null, message: null }
export const NOTHING_CHOSEN = { treatment: null, doctor: null, slot: null }

/** A context without choices, except those that are wanted. */
export function startingContext(
  patient: Patient,
  { date, child, ...wanted }: Choices,
): BookingContext {
  return {
    patient,
    date,
    wanted,
    treatments: [],
    treatment: null,
    doctor: null,
    slot: null,
    missedSlot: null,
    own: [],
    refusal: null,
    booking: null,
    message: null,
    children: null,
    child,
    bookings: null,
  }
}

/** Keeps the child, and the day's treatments until they have loaded again. */
export function startingAnew(context: BookingContext, choices: Choices): BookingContext {
  const { patient, date, treatments, children, child } = context
  return {
    ...startingContext(patient, choices),
    treatments: choices.date === date ? treatments : [],
    children,
    child: child === undefined ? choices.child : child,
  }
}

/** The input of the machine for siblings: the choices in the address, or the child in the dialog. */
export function siblingsOf(context: BookingContext): SiblingsInput {
  const { patient, date, wanted, treatments, treatment, child } = context
  const children = context.children ?? []
  const { siblings, slot } = wanted
  if (siblings) return { patient, date, siblings, slot, known: null }
  const chosen = children.find(({ _id }) => _id === child)
  const first = chosen && suggestSibling(chosen, context, treatment?._id)
  const known = { treatments, children }
  return { patient, date, siblings: first ? [first] : [], slot: null, known }
}

/** The context after the machine for siblings or for a series has ended. */
export function afterOutcome(context: BookingContext, outcome: Outcome): Partial<BookingContext> {
  switch (outcome.kind) {
    case 'booked':
      return {
        ...('family' in outcome && outcome.family && familyOf(outcome.family, context)),
        ...NOTHING_CHOSEN,
        wanted: NOTHING_WANTED,
        bookings: outcome.bookings,
      }
    case 'left':
      return {
        ...(outcome.family && familyOf(outcome.family, context)),
        ...NOTHING_CHOSEN,
        ...NO_NOTICE,
        wanted: NOTHING_WANTED,
        treatments: outcome.treatments,
      }
    case 'own':
      return { own: outcome.own }
    case 'elsewhere':
      return startingAnew(context, outcome.choices)
    case 'failed':
      return { ...startingAnew(context, outcome.choices), message: outcome.message }
    default:
      return {}
  }
}

/** The choices for the address, while no other machine makes them. */
export function choicesOf(context: BookingContext): Choices {
  const { date, wanted, treatment, doctor, slot, children, child } = context
  const { siblings } = wanted
  return {
    date,
    treatment: treatment?._id ?? wanted.treatment,
    doctor: doctor ?? wanted.doctor,
    slot: slot ?? wanted.slot,
    siblings,
    // Users without children have no choice.
    child: siblings || children?.length === 0 ? undefined : child,
  }
}

/** Another day for the same siblings. */
export const otherDay = ({
  context,
  event,
}: {
  context: BookingContext
  event: { date: IsoDate }
}): Choices => ({ date: event.date, ...NOTHING_WANTED, siblings: choicesOf(context).siblings })

/** The children who can be booked for, and the chosen one. */
export function familyOf(family: FamilyChildren, context: BookingContext) {
  const children = bookableChildren(family)
  const { child } = context
  if (family.asks) return { children, child: chosenByStaff(children, child) }
  const other = context.children === null ? firstChoice(family, { ...context, children }) : null
  return { children, child: child === null ? null : (findChild(children, child) ?? other) }
}

/**
 * The patient of the user's last booking; before the first booking, a child rather than the user. If the
 * child's age does not fit, the first child whose age fits.
 */
function firstChoice({ lastBooked }: ChildList, context: BookingContext): string | null {
  const children = context.children ?? []
  const last =
    lastBooked === undefined ? (children[0]?._id ?? null) : findChild(children, lastBooked)
  if (last === null || !isUnsuitableAge({ ...context, child: last })) return last
  return children.find(({ _id }) => !isUnsuitableAge({ ...context, child: _id }))?._id ?? last
}

/** The patient that staff chose; otherwise the only patient or the only child. */
function chosenByStaff(
  children: readonly Child[],
  child: BookingContext['child'],
): BookingContext['child'] {
  if (child === null) return null
  const [only, ...others] = children
  const first = others.length > 0 ? undefined : (only?._id ?? null)
  return findChild(children, child) ?? first
}

/** The id, if one of the children has it. */
function findChild(children: readonly Child[], id: string | null | undefined): string | null {
  return children.find(({ _id }) => _id === id)?._id ?? null
}

/** Whether the chosen child's age does not fit the treatment that day. */
export function isUnsuitableAge({ treatment, children, child, date }: BookingContext): boolean {
  const chosen = children?.find(({ _id }) => _id === child)
  const { minAgeMonths = null, maxAgeMonths = null } = treatment ?? {}
  return chosen !== undefined && !fitsAge(chosen.birthDate, date, { minAgeMonths, maxAgeMonths })
}

/** The treatment with that id. */
export function findTreatment(
  treatments: readonly Treatment[],
  id: string | null,
): Treatment | null {
  return treatments.find(({ _id }) => _id === id) ?? null
}

/** The treatments of the day, and the part of the choice that is still offered. */
export function withDay(
  { treatment: chosen, doctor }: BookingContext,
  { treatments }: { treatments: Treatment[] },
) {
  const treatment = findTreatment(treatments, chosen?._id ?? null)
  return {
    treatments,
    // It may not be offered on that day any longer.
    treatment: treatment ?? (chosen && { ...chosen, slots: [] }),
    doctor: findDoctor(treatment, doctor),
  }
}

/** Updates the free slots only; everything else in the dialog stays, including its price. */
export function withSlotsOf(
  treatments: readonly Treatment[],
  treatment: Treatment | null,
): Treatment | null {
  if (!treatment) return null
  const { slots = [], doctors } = findTreatment(treatments, treatment._id) ?? {}
  const known = treatment.doctors?.map(({ _id, name }) => {
    const free = doctors?.find((doctor) => doctor._id === _id)?.slots ?? []
    return { _id, name, slots: doctors ? free : slots }
  })
  return { ...treatment, slots, ...(known && { doctors: known }) }
}

/** The treatments of the day, and the treatment and doctor in the address. */
export function grantWanted({ wanted }: BookingContext, treatments: Treatment[]) {
  const treatment = findTreatment(treatments, wanted.treatment)
  const doctor = findDoctor(treatment, wanted.doctor)
  return { treatments, treatment, doctor, wanted: NOTHING_WANTED }
}

/** Whether the treatment of that id has a free slot. */
export function hasFreeSlot(treatments: readonly Treatment[], id: string | null): boolean {
  return (findTreatment(treatments, id)?.slots.length ?? 0) > 0
}

/** The id, if the doctor gives the treatment and patients can choose a doctor. */
export function findDoctor(treatment: Treatment | null, id: string | null): string | null {
  return treatment?.doctors?.find(({ _id }) => _id === id)?._id ?? null
}

/** Whether the last refusal says that the user already has the appointment. */
export function isAlreadyBooked({ refusal }: BookingContext): boolean {
  return refusal?.code === 'already_booked'
}

/** Whether one of several patients is chosen. */
export function knowsPatient({ children, child }: BookingContext): boolean {
  return children === null || children.length === 0 || child !== undefined
}

/** Whether the slot can still be booked, if the day has loaded. */
export function isSlotStillFree({
  treatment,
  doctor,
  slot,
}: Pick<BookingContext, 'treatment' | 'doctor' | 'slot'>): boolean {
  return slot !== null && slotsOf({ treatment, doctor }).includes(slot)
}
