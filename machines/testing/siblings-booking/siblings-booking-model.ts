import { expect } from 'vitest'
import type { Block, BlockRefusal } from '#contract/booking/blocks.ts'
import { formatWireDate } from '#contract/dates.ts'
import type { Child, ChildList } from '#contract/guardians/children.ts'
import { DEFAULT_TERMS } from '#contract/payments/refund-bands.ts'
import type { Treatment } from '#contract/treatments/treatments.ts'
import { type Choices, type LoadedDay, NOTHING_WANTED, type Sibling } from '#machines/choices.ts'
import {
  type BlockResult,
  type SiblingsContext,
  type SiblingsOutcome,
  siblingsBookingMachine,
  siblingsChoicesOf,
} from '#machines/siblings-booking/siblings-booking-machine.ts'
import {
  allergyTesting,
  bookingFixture,
  FORM,
  MORNING,
  newTerms,
  patient,
} from '../booking/booking-fixture.ts'
import { type Expectations, type MachineModel, modelOf } from '../machine-model.ts'
import { OFFLINE } from '../offline.ts'
import { OWN, siblingsInput } from './siblings-booking-walks.ts'

/** Takes a walk on the machine for siblings alone, and checks what it knows in each of its states. */
export const walkSiblingsBookingMachine = modelOf(
  siblingsBookingMachine,
  drive,
  siblingsInput(bookingFixture),
)

type Machine = typeof siblingsBookingMachine

function drive(model: MachineModel<Machine>): Expectations<Machine> {
  const { date, ...input } = siblingsInput(bookingFixture)
  let siblings: readonly Sibling[] = input.siblings
  /** Of the address, until it is chosen or gone. */
  let slot: string | null = input.slot
  let offered: Treatment[] = []
  let family: ChildList | null = null
  let blocks: readonly Block[] = []
  let refused: BlockRefusal['code'] | null = null
  /** Where the address or the calendar leads. */
  let choices: Choices | null = null

  const knows = (facts: Partial<SiblingsContext> = {}) => {
    expect(model.context()).toMatchObject({ patient, date, siblings, ...facts })
    expect(model.context().refusal?.code ?? null).toBe(refused)
  }
  const expectSlot = (expected: string | null) =>
    expect(siblingsChoicesOf(model.context())).toEqual({
      date,
      ...NOTHING_WANTED,
      siblings,
      slot: expected,
    })
  const ends = (outcome: SiblingsOutcome) => expect(model.output()).toEqual(outcome)
  const children = (): readonly Child[] => family?.children ?? []
  /** Which children come can be changed, to children and treatments that there are. */
  function knowsFamily(facts: Partial<SiblingsContext> = {}) {
    knows({ children: children(), treatments: offered, blocks, ...facts })
    const allergy = { child: children()[0]?._id ?? '', treatment: allergyTesting._id }
    expect(model.can({ type: 'sibling.choose', ...allergy })).toBe(true)
    expect(model.can({ type: 'sibling.choose', ...allergy, child: 'gone' })).toBe(false)
    expect(model.can({ type: 'sibling.choose', ...allergy, treatment: 'gone' })).toBe(false)
    expect(model.can({ type: 'block.choose', time: '04:30 PM - 05:00 PM' })).toBe(false)
  }
  function knowsBlock(facts: Partial<SiblingsContext> = {}) {
    knows({ blocks, missedSlot: null, refusal: null, ...facts })
    expect(model.context().block?.time).toBe(MORNING)
    expectSlot(MORNING)
    // The dialog is in front of the calendar.
    expect(model.can({ type: 'date.choose', date })).toBe(false)
  }

  return {
    onDone: (id, output) => {
      if (id === 'loadDay') offered = (output as LoadedDay).treatments
      else if (id === 'loadSiblings') {
        const loaded = output as ChildList
        const isFull = offered[0]?.slots.length === 0
        if (loaded.children.length > 1) {
          family = loaded
          if (isFull) slot = null
        }
      } else if (id === 'loadBlocks') {
        blocks = output as Block[]
        slot = null
      } else {
        const answer = output as BlockResult
        if (!answer.success && answer.code === 'terms_changed') return
        refused = answer.success ? null : answer.code
        if (!answer.success) blocks = []
      }
    },
    on: {
      'date.choose': (event) => {
        choices = { date: event.date, ...NOTHING_WANTED, siblings }
      },
      'choices.restore': (event) => {
        choices = event.choices
      },
      'sibling.choose': ({ child, treatment }) => {
        const others = siblings.filter((sibling) => sibling.child !== child)
        const chosen = treatment === null ? others : [...others, { child, treatment }]
        const order = children().map(({ _id }) => _id)
        siblings = chosen.toSorted((a, b) => order.indexOf(a.child) - order.indexOf(b.child))
        slot = null
        blocks = []
        refused = null
      },
      'block.choose': () => {
        refused = null
      },
      'dialog.close': (_, { context: { message } }) => {
        // After a failure they are loaded again.
        if (message === OFFLINE.message) blocks = []
      },
    },
    see: {
      'day.loadingTreatments': () => {
        knows({ treatments: [], children: null, message: null })
        expectSlot(MORNING)
        expect(model.inputOf('loadDay')).toEqual({
          date,
          wanted: siblingsChoicesOf(model.context()),
        })
        expect(model.can({ type: 'siblings.leave' })).toBe(false)
      },
      'day.loadingChildren': () => {
        knows({ treatments: offered, children: null })
        expectSlot(MORNING)
        expect(model.isCalled('loadSiblings')).toBe(true)
      },
      choosingChildren: () => {
        knowsFamily({ missedSlot: null, block: null, message: null })
        expectSlot(null)
        const canFind = siblings.length === 2 && siblings.every(isFree)
        expect(model.can({ type: 'blocks.find' })).toBe(canFind)
      },
      'times.loadingBlocks': () => {
        knowsFamily({ block: null })
        expectSlot(slot)
        expect(model.inputOf('loadBlocks')).toEqual({ date, siblings })
      },
      'times.blocksFailed': () => {
        knowsFamily({ message: OFFLINE.message })
        expectSlot(slot)
      },
      'times.noBlocks': () => {
        knowsFamily()
        expectSlot(null)
        expect(blocks).toEqual([])
      },
      'times.choosingBlock.undisturbed': () => {
        knowsFamily({ missedSlot: null, block: null })
        expect(refused).toBeNull()
        expectSlot(null)
      },
      'times.choosingBlock.blockGone': () => {
        knowsFamily({ missedSlot: MORNING })
        expectSlot(null)
        expect(model.can({ type: 'block.choose', time: MORNING })).toBe(false)
      },
      'times.choosingBlock.refused': () => {
        knowsFamily()
        expectSlot(null)
        expect(refused).not.toBeNull()
      },
      'dialog.fillingForm': () => knowsBlock({ message: null }),
      'dialog.termsChanged': () => knowsBlock({ message: newTerms.message }),
      'dialog.submitFailed': () => knowsBlock({ message: OFFLINE.message }),
      confirm: () => {
        knowsBlock()
        // The server may have changed something already: only its answer leads on.
        const elsewhere = { date, ...NOTHING_WANTED }
        expect(model.can({ type: 'choices.restore', choices: elsewhere })).toBe(false)
        const item = { treatment: allergyTesting.name, slot: MORNING, price: 120 }
        const items = siblings.map(({ child }) => ({ child, ...item }))
        expect(model.inputOf('createBlock')).toEqual({
          date: formatWireDate(date),
          items,
          email: patient.email,
          ...FORM,
          terms: DEFAULT_TERMS,
        })
      },
      booked: () => {
        const { outcome } = model.context()
        expect(outcome).toMatchObject({ kind: 'booked', family })
        expect(outcome?.kind === 'booked' && outcome.bookings).toHaveLength(2)
        expect(model.output()).toBe(outcome)
      },
      own: () => ends({ kind: 'own', own: OWN }),
      left: () => ends({ kind: 'left', treatments: offered, family }),
      elsewhere: () => {
        expect(choices).not.toBeNull()
        if (choices) ends({ kind: 'elsewhere', choices })
      },
      failed: () =>
        ends({
          kind: 'failed',
          choices: { date, ...NOTHING_WANTED, siblings, slot: MORNING },
          message: OFFLINE.message,
        }),
    },
  }

  function isFree({ treatment }: Sibling) {
    return (offered.find(({ _id }) => _id === treatment)?.slots.length ?? 0) > 0
  }
}
