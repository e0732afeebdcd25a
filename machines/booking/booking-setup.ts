import { assign, fromPromise, setup } from 'xstate'
import type {
  Appointment,
  BookingRefusal,
  BookingSuccess,
  NewAppointment,
} from '#contract/booking/appointments.ts'
import { FEWEST_TOGETHER } from '#contract/booking/block-size.ts'
import type { IsoDate } from '#contract/dates.ts'
import { fitsAge } from '#contract/guardians/ages.ts'
import {
  bookableChildren,
  type Child,
  type ChildList,
  type NewChild,
} from '#contract/guardians/children.ts'
import type { TermsChanged } from '#contract/payments/refund-bands.ts'
import { isOutsideHours, slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { messageOf, notProvided } from '../actors.ts'
import {
  type SeriesOutcome,
  seriesBookingMachine,
} from '../series-booking/series-booking-machine.ts'
import { suggestSibling } from '../siblings-booking/siblings.ts'
import {
  type SiblingsInput,
  type SiblingsOutcome,
  siblingsBookingMachine,
} from '../siblings-booking/siblings-booking-machine.ts'
import {
  answers,
  type Choices,
  type CloseEvent,
  type DateEvent,
  type DayRequest,
  type FamilyChildren,
  type LoadedDay,
  NOTHING_WANTED,
  type Patient,
  type RestoreEvent,
  type SubmitEvent,
  type TypedForm,
} from './choices.ts'

/** The request to the server. */
export type BookingRequest = NewAppointment & Pick<TypedForm, 'reason'>

export interface BookingContext {
  patient: Patient
  date: IsoDate
  /** Choices of the address, to be made again when the day has loaded. */
  wanted: Omit<Choices, 'date' | 'child'>
  /** The treatments of `date` as last loaded, which the cards show. */
  treatments: Treatment[]
  treatment: Treatment | null
  /** Id of one of the treatment's doctors; null: any doctor. */
  doctor: string | null
  /** The slot in the dialog. */
  slot: string | null
  /** The slot of the address that is no longer free, until the user chooses again. */
  missedSlot: string | null
  /** Ids of the appointments that the family has at the time of the address already. */
  own: readonly string[]
  /** The last refusal, until the user chooses again. */
  refusal: BookingRefusal | null
  /** The appointment just booked. */
  booking: BookingSuccess['booking'] | null
  /** Why loading, booking or adding a child failed, for the user. */
  message: string | null
  /** The children that the user may book for; null until they were loaded. */
  children: readonly Child[] | null
  /**
   * Id of the child that the appointment is for; null for the user. As in the address until the children
   * are known; undefined then, too, until staff have said who it is for.
   */
  child: string | null | undefined
  /** The appointments just booked together. */
  bookings: readonly Appointment[] | null
}

export type BookingEvent =
  | DateEvent
  | CloseEvent
  | SubmitEvent
  | RestoreEvent
  /** 'Try again' after the treatments failed to load. */
  | { type: 'treatments.reload' }
  /** The free slots of the day as they are now: others have booked or canceled. */
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

/** The server's answer to a booking; other answers are errors. */
export type BookingResult = BookingSuccess | BookingRefusal | TermsChanged

/** How the booking of another machine ends. */
type Outcome = SiblingsOutcome | SeriesOutcome

/** Nothing is said of the last choice. */
const NO_NOTICE = { missedSlot: null, refusal: null, message: null }
const NOTHING_CHOSEN = { treatment: null, doctor: null, slot: null }
/** The building blocks of the booking machine's states. */
export const bookingSetup = setup({
  types: {
    context: {} as BookingContext,
    events: {} as BookingEvent,
    input: {} as { patient: Patient; choices: Choices },
    children: {} as { siblings: 'bookSiblings'; series: 'bookSeries' },
  },
  actors: {
    /** `GET /available`: the treatments of a day with their free slots. */
    loadTreatments: fromPromise<LoadedDay, DayRequest>(notProvided('loadTreatments')),
    /** `GET /children`, each time the dialog opens. */
    loadChildren: fromPromise<FamilyChildren>(notProvided('loadChildren')),
    /** `POST /children`. */
    addChild: fromPromise<Child, NewChild>(notProvided('addChild')),
    /** `POST /appointments`, or the front desk's call; resolves for a booking and for a refusal. */
    createAppointment: fromPromise<BookingResult, BookingRequest>(notProvided('createAppointment')),
    /** Several children who come together; their own machine. */
    bookSiblings: siblingsBookingMachine,
    /** An appointment that repeats; its own machine. */
    bookSeries: seriesBookingMachine,
  },
  guards: {
    ...answers,
    isWantedOwn: (_, { own = [] }: LoadedDay) => own.length > 0,
    /** The loaded day decides which choices of the address can be made again. */
    isWantedSlotFree: ({ context: { wanted } }, { treatments }: { treatments: Treatment[] }) =>
      isSlotStillFree({ ...wanted, treatment: findTreatment(treatments, wanted.treatment) }),
    isWantedSlotGone: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      context.wanted.slot !== null && hasFreeSlot(treatments, context.wanted.treatment),
    isWantedTreatmentFree: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      hasFreeSlot(treatments, context.wanted.treatment),
    isWantedTreatmentFull: ({ context }, { treatments }: { treatments: Treatment[] }) =>
      findTreatment(treatments, context.wanted.treatment) !== null,
    /** As last loaded, whatever an older card still shows. */
    hasFreeSlot: ({ context }, { treatment }: { treatment: Treatment }) =>
      hasFreeSlot(context.treatments, treatment._id),
    isPriceChanged: ({ context }) => context.refusal?.code === 'price_changed',
    isSlotTaken: ({ context }) => context.refusal?.code === 'slot_taken',
    isAlreadyBooked: ({ context }) => isAlreadyBooked(context),
    isFreeSlot: ({ context }, { slot }: { slot: string }) => isSlotStillFree({ ...context, slot }),
    isShownDay: ({ context }, { date }: { date: IsoDate }) => context.date === date,
    /** Whose last slot the user has booked themselves, perhaps without an answer, reads that first. */
    isTreatmentFull: ({ context }) =>
      context.treatment?.slots.length === 0 && !isAlreadyBooked(context),
    /** While the dialog is open, its slot may go. */
    isSlotStillFree: ({ context }) => isSlotStillFree(context),
    /** Another slot in its place. */
    canReplaceSlot: ({ context }, { slot }: { slot: string }) =>
      !isSlotStillFree(context) && isSlotStillFree({ ...context, slot }),
    canBook: ({ context }) => knowsPatient(context) && isSlotStillFree(context),
    /** Patients choose among two or more. */
    canChooseDoctor: ({ context }, { doctor }: { doctor: string | null }) =>
      doctor === null
        ? context.treatment?.doctors !== undefined
        : findDoctor(context.treatment, doctor) !== null,
    /** As loaded when the dialog was open before. */
    knowsChildren: ({ context }) => context.children !== null,
    canChooseChild: ({ context: { children } }, { child }: { child: string | null }) =>
      (children ?? []).some(({ _id }) => child === null || _id === child),
    /** Until the dialog has loaded the children, the screen knows who can be chosen. */
    canNamePatient: ({ context: { children } }, { child }: { child: string | null }) =>
      children === null || children.some(({ _id }) => child === null || _id === child),
    isForSiblings: ({ context }) => context.wanted.siblings !== null,
    hasSiblings: ({ context: { children } }) => (children ?? []).length >= FEWEST_TOGETHER,
    isOwn: (_, { answer }: { answer: Outcome }) => answer.kind === 'own',
    areBookedTogether: (_, { answer }: { answer: Outcome }) => answer.kind === 'booked',
    isElsewhere: (_, { answer }: { answer: Outcome }) => answer.kind === 'elsewhere',
    hasFailed: (_, { answer }: { answer: Outcome }) => answer.kind === 'failed',
    isOneInstead: (_, { answer }: { answer: Outcome }) => answer.kind === 'oneInstead',
    mayBeBooked: (_, { answer }: { answer: Outcome }) =>
      answer.kind === 'closed' && answer.mayBeBooked,
    /** Staff book times outside of the hours, and other ages, one by one, as each needs its reason. */
    canRepeat: ({ context }) =>
      knowsPatient(context) &&
      isSlotStillFree(context) &&
      !isOutsideHours(context.treatment, context.slot) &&
      !isOfOtherAge(context),
  },
  actions: {
    startFrom: assign(({ context }, choices: Choices) => startingAnew(context, choices)),
    assignTreatments: assign({
      treatments: (_, { treatments }: { treatments: Treatment[] }) => treatments,
    }),
    assignOwn: assign({ own: (_, { own = [] }: LoadedDay) => own }),
    assignTreatment: assign({
      treatment: ({ context }, { treatment }: { treatment: Treatment }) =>
        findTreatment(context.treatments, treatment._id),
      doctor: null,
      ...NO_NOTICE,
    }),
    forgetTreatment: assign({ treatment: null, doctor: null, ...NO_NOTICE }),
    assignDoctor: assign({
      doctor: (_, { doctor }: { doctor: string | null }) => doctor,
      ...NO_NOTICE,
    }),
    takeWanted: assign(({ context }, { treatments }: { treatments: Treatment[] }) => ({
      ...grantWanted(context, treatments),
      slot: context.wanted.slot,
    })),
    grantTreatment: assign(({ context }, { treatments }: { treatments: Treatment[] }) => ({
      ...grantWanted(context, treatments),
      missedSlot: context.wanted.slot,
    })),
    forgetWanted: assign({ wanted: NOTHING_WANTED }),
    refreshTreatment: assign({
      treatments: (_, { treatments }: { treatments: Treatment[] }) => treatments,
      treatment: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        findTreatment(treatments, context.treatment?._id ?? null) ??
        // It is no longer offered that day.
        (context.treatment && { ...context.treatment, slots: [] }),
      doctor: ({ context }, { treatments }: { treatments: Treatment[] }) =>
        findDoctor(findTreatment(treatments, context.treatment?._id ?? null), context.doctor),
    }),
    /** The content of the dialog stays, its price included; only the free slots change. */
    refreshSlots: assign({
      treatments: (_, { treatments }: { treatments: Treatment[] }) => treatments,
      treatment: ({ context: { treatment } }, { treatments }: { treatments: Treatment[] }) => {
        if (!treatment) return null
        const { slots = [], doctors } = findTreatment(treatments, treatment._id) ?? {}
        const known = treatment.doctors?.map(({ _id, name }) => {
          const free = doctors?.find((doctor) => doctor._id === _id)?.slots ?? []
          return { _id, name, slots: doctors ? free : slots }
        })
        return { ...treatment, slots, ...(known && { doctors: known }) }
      },
    }),
    assignSlot: assign({
      slot: (_, { slot }: { slot: string }) => slot,
      ...NO_NOTICE,
    }),
    assignChildren: assign(({ context }, { answer }: { answer: FamilyChildren }) =>
      familyOf(answer, context),
    ),
    assignChild: assign({ child: (_, { child }: { child: string | null }) => child }),
    assignNewChild: assign({
      children: ({ context }, { added }: { added: Child }) => [
        ...(context.children ?? []).filter(({ _id }) => _id !== added._id),
        added,
      ],
      child: (_, { added }: { added: Child }) => added._id,
    }),
    forgetRefusal: assign(NO_NOTICE),
    forgetMessage: assign({ message: null }),
    forgetSlot: assign({ slot: null }),
    assignMessage: assign({ message: (_, { error }: { error: unknown }) => messageOf(error) }),
    assignRefusal: assign({
      refusal: (_, { answer }: { answer: BookingResult }) =>
        answer.success || answer.code === 'terms_changed' ? null : answer,
    }),
    assignBooking: assign({
      booking: (_, { answer }: { answer: BookingResult }) =>
        answer.success ? answer.booking : null,
      ...NOTHING_CHOSEN,
    }),
    /** The booking for siblings or of a series has ended. */
    assignOutcome: assign(({ context }, { answer }: { answer: Outcome }) => {
      switch (answer.kind) {
        case 'booked':
          return {
            ...('family' in answer && answer.family && familyOf(answer.family, context)),
            ...NOTHING_CHOSEN,
            wanted: NOTHING_WANTED,
            bookings: answer.bookings,
          }
        case 'left':
          return {
            ...(answer.family && familyOf(answer.family, context)),
            ...NOTHING_CHOSEN,
            ...NO_NOTICE,
            wanted: NOTHING_WANTED,
            treatments: answer.treatments,
          }
        case 'own':
          return { own: answer.own }
        case 'elsewhere':
          return startingAnew(context, answer.choices)
        case 'failed':
          return { ...startingAnew(context, answer.choices), message: answer.message }
        default:
          return {}
      }
    }),
  },
})

/** A context in which nothing has been chosen but what is wanted. */
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

/** Keeps the child, and the day's treatments for the screen until they have loaded again. */
function startingAnew(context: BookingContext, choices: Choices): BookingContext {
  const { patient, date, treatments, children, child } = context
  return {
    ...startingContext(patient, choices),
    treatments: choices.date === date ? treatments : [],
    children,
    child: child === undefined ? choices.child : child,
  }
}

/** What the booking for siblings begins with: the choices of the address, or the child in the dialog. */
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

/** The choices that the address has to keep, while no other machine makes them. */
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

/** Another day, for the same siblings. */
export const otherDay = ({
  context,
  event,
}: {
  context: BookingContext
  event: { date: IsoDate }
}): Choices => ({ date: event.date, ...NOTHING_WANTED, siblings: choicesOf(context).siblings })

/** The children who can be booked for, and the one that is chosen. */
function familyOf(family: FamilyChildren, context: BookingContext) {
  const children = bookableChildren(family)
  const { child } = context
  if (family.asks) return { children, child: chosenByStaff(children, child) }
  const other = context.children === null ? firstChoice(family, { ...context, children }) : null
  return { children, child: child === null ? null : (findChild(children, child) ?? other) }
}

/**
 * The patient of the user's last booking; before the first booking a child rather than themselves. A child
 * whose age does not fit gives way to the first one that fits.
 */
function firstChoice({ lastBooked }: ChildList, context: BookingContext): string | null {
  const children = context.children ?? []
  const last =
    lastBooked === undefined ? (children[0]?._id ?? null) : findChild(children, lastBooked)
  if (last === null || !isOfOtherAge({ ...context, child: last })) return last
  return children.find(({ _id }) => !isOfOtherAge({ ...context, child: _id }))?._id ?? last
}

/** The patient that staff have chosen; otherwise the only one there is, or the only child. */
function chosenByStaff(
  children: readonly Child[],
  child: BookingContext['child'],
): BookingContext['child'] {
  if (child === null) return null
  const [only, ...others] = children
  const first = others.length > 0 ? undefined : (only?._id ?? null)
  return findChild(children, child) ?? first
}

/** The id, if it is one of them. */
function findChild(children: readonly Child[], id: string | null | undefined): string | null {
  return children.find(({ _id }) => _id === id)?._id ?? null
}

/** Whether the chosen child's age does not fit the treatment that day. */
export function isOfOtherAge({ treatment, children, child, date }: BookingContext): boolean {
  const chosen = children?.find(({ _id }) => _id === child)
  const { minAgeMonths = null, maxAgeMonths = null } = treatment ?? {}
  return chosen !== undefined && !fitsAge(chosen.birthDate, date, { minAgeMonths, maxAgeMonths })
}

function findTreatment(treatments: readonly Treatment[], id: string | null): Treatment | null {
  return treatments.find(({ _id }) => _id === id) ?? null
}

/** The treatments of the day, and of them the treatment and the doctor of the address. */
function grantWanted({ wanted }: BookingContext, treatments: Treatment[]) {
  const treatment = findTreatment(treatments, wanted.treatment)
  const doctor = findDoctor(treatment, wanted.doctor)
  return { treatments, treatment, doctor, wanted: NOTHING_WANTED }
}

function hasFreeSlot(treatments: readonly Treatment[], id: string | null): boolean {
  return (findTreatment(treatments, id)?.slots.length ?? 0) > 0
}

/** The id, if the doctor gives the treatment and patients can choose. */
function findDoctor(treatment: Treatment | null, id: string | null): string | null {
  return treatment?.doctors?.find(({ _id }) => _id === id)?._id ?? null
}

function isAlreadyBooked({ refusal }: BookingContext): boolean {
  return refusal?.code === 'already_booked'
}

/** Of several patients one is chosen. */
function knowsPatient({ children, child }: BookingContext): boolean {
  return children === null || children.length === 0 || child !== undefined
}

/** Whether the slot can be booked, if the day was loaded. */
export function isSlotStillFree({
  treatment,
  doctor,
  slot,
}: Pick<BookingContext, 'treatment' | 'doctor' | 'slot'>): boolean {
  return slot !== null && slotsOf({ treatment, doctor }).includes(slot)
}
