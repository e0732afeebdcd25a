import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { ActorRefFrom } from 'xstate'
import { choicesOf } from '#machines/booking/booking-context.ts'
import type { bookingMachine } from '#machines/booking/booking-machine.ts'
import type { Choices, CloseEvent, RestoreEvent } from '#machines/choices.ts'
import { siblingsChoicesOf } from '#machines/siblings-booking/siblings-booking-machine.ts'
import { writeChoices } from '../address/choices-address.ts'
import { Booking } from './booking-provider.tsx'

/** The router's state of a history entry that was written from the machine's choices. */
interface WrittenState {
  /** Whether choosing a slot added the entry. */
  isSlotStep: boolean
  /** How many times the machine's choices had changed the address by then. */
  change: number
}

/**
 * Keeps the address and the machine's choices in sync in both directions, so that the back button undoes one
 * choice at a time, and a reload or a login loses none.
 * @param address the choices in the address
 */
export function useChoicesInAddress(address: Choices): void {
  const actor = Booking.useActorRef()
  const navigate = useNavigate()
  const state = useLocation().state as WrittenState | null
  const isBack = useNavigationType() === 'POP'
  const written = writeChoices(address).toString()
  /** The present or imminent history entry: two changes may follow each other. */
  const entry = useRef({ address, state })
  const changes = useRef(0)
  /** Whether the machine's choices have moved on since they wrote the present address. */
  const isLate = () => !isBack && state !== null && state.change < changes.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written is what changes.
  useEffect(() => {
    if (!isLate()) entry.current = { address, state }
  }, [written, state])

  const followMachine = useEffectEvent((choices: Choices) => {
    const { address, state } = entry.current
    if (isSame(choices, address)) return
    changes.current += 1
    // The previous entry is the same without the slot; a copy of it would make a step without effect.
    if (state?.isSlotStep && isSame(choices, { ...address, slot: null })) return void navigate(-1)
    const replace = isPartOf(choices, address)
    // A slot that is not new already has an entry before it, or came with a link.
    const isSlotStep = choices.slot !== null && (!replace || state?.isSlotStep === true)
    entry.current = { address: choices, state: { isSlotStep, change: changes.current } }
    const search = `?${writeChoices(choices)}`
    void navigate({ search }, { replace, state: entry.current.state })
  })
  useEffect(() => {
    let known = chosenIn(actor)
    const follow = () => {
      const choices = chosenIn(actor)
      if (isSame(choices, known)) return
      known = choices
      followMachine(choices)
    }
    let { siblings } = actor.getSnapshot().children
    let ofSiblings = siblings?.subscribe(follow)
    const subscription = actor.subscribe(({ children }) => {
      if (children.siblings !== siblings) {
        ofSiblings?.unsubscribe()
        siblings = children.siblings
        ofSiblings = siblings?.subscribe(follow)
      }
      follow()
    })
    return () => {
      subscription.unsubscribe()
      ofSiblings?.unsubscribe()
    }
  }, [actor])

  const followAddress = useEffectEvent(() => {
    const chosen = chosenIn(actor)
    if (isSame(withChildOf(chosen, address), chosen)) return followMachine(chosen)
    const events = eventsTo(address, chosen)
    const { siblings, series } = actor.getSnapshot().children
    const ofSeveral = events.filter((event) => event.type !== 'treatment.undo')
    const isFollowed =
      (siblings && sendFirst(siblings, ofSeveral)) ??
      (series && sendFirst(series, ofSeveral)) ??
      sendFirst(actor, events)
    // While the server books these choices, they stay.
    if (!isFollowed) followMachine(chosen)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what changes.
  useEffect(() => {
    if (!isLate()) followAddress()
  }, [written])
}

interface Flow<Event> {
  getSnapshot(): { can(event: Event): boolean }
  send(event: Event): void
}

/** Sends the first event that is possible now; returns false when none is. */
function sendFirst<Event>(flow: Flow<Event>, events: readonly Event[]): boolean {
  const snapshot = flow.getSnapshot()
  const event = events.find((event) => snapshot.can(event))
  if (event) flow.send(event)
  return event !== undefined
}

/** The present choices. */
function chosenIn(actor: ActorRefFrom<typeof bookingMachine>): Choices {
  const { children, context } = actor.getSnapshot()
  return children.siblings
    ? siblingsChoicesOf(children.siblings.getSnapshot().context)
    : choicesOf(context)
}

/** The patient is not a step of the history: an address without one keeps the present patient. */
function withChildOf({ child }: Choices, address: Choices): Choices {
  return { ...address, child }
}

type AddressEvent = RestoreEvent | CloseEvent | { type: 'treatment.undo' }

/** Events that may lead to the choices in the address; the first possible one does. */
function eventsTo(address: Choices, chosen: Choices): AddressEvent[] {
  const events: AddressEvent[] = [{ type: 'choices.restore', choices: address }]
  const choices = withChildOf(chosen, address)
  if (isSame(choices, { ...chosen, treatment: null, doctor: null, slot: null })) {
    events.unshift({ type: 'treatment.undo' })
  }
  if (isSame(choices, { ...chosen, slot: null })) events.unshift({ type: 'dialog.close' })
  return events
}

function isSame(one: Choices, other: Choices): boolean {
  return writeChoices(one).toString() === writeChoices(other).toString()
}

/**
 * Whether `part` is contained in `whole`. Doctor, child and siblings are not steps back, so they may differ.
 */
function isPartOf(part: Choices, { date, treatment, slot, siblings }: Choices): boolean {
  return (
    part.date === date &&
    (part.treatment ?? treatment) === treatment &&
    (part.slot ?? slot) === slot &&
    (part.siblings === null || siblings !== null)
  )
}
