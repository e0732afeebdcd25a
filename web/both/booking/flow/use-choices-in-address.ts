import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { type BookingEvent, type Choices, choicesOf } from '#machines/booking/booking-setup.ts'
import { writeChoices } from '../address/choices-address.ts'
import { Booking } from './booking-provider.tsx'

/** The router's state of an entry of the history that the machine's choices have written. */
interface WrittenState {
  /** The choice of a slot has added the entry. */
  isSlotStep: boolean
  /** How many times the machine's choices had changed the address then. */
  change: number
}

/**
 * Keeps the address and the machine's choices the same, whichever of them changes, so that the back
 * button undoes one choice at a time, and a reload or a login loses none.
 * @param address the choices that the address holds
 */
export function useChoicesInAddress(address: Choices): void {
  const actor = Booking.useActorRef()
  const navigate = useNavigate()
  const state = useLocation().state as WrittenState | null
  const isBack = useNavigationType() === 'POP'
  const written = writeChoices(address).toString()
  /** The entry of the history that is shown, or about to be: two changes may follow each other. */
  const entry = useRef({ address, state })
  const changes = useRef(0)
  /** Whether the machine's choices have led on since they wrote the address that shows now. */
  const isLate = () => !isBack && state !== null && state.change < changes.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written is what changes.
  useEffect(() => {
    if (!isLate()) entry.current = { address, state }
  }, [written, state])

  const followMachine = useEffectEvent((choices: Choices) => {
    const { address, state } = entry.current
    if (isSame(choices, address)) return
    changes.current += 1
    // The entry before it is the same without the slot; another copy would make a dead step.
    if (state?.isSlotStep && isSame(choices, { ...address, slot: null })) return void navigate(-1)
    const replace = isPartOf(choices, address)
    // A slot that is not new has an entry before it, or came with a link, as before.
    const isSlotStep = choices.slot !== null && (!replace || state?.isSlotStep === true)
    entry.current = { address: choices, state: { isSlotStep, change: changes.current } }
    const search = `?${writeChoices(choices)}`
    void navigate({ search }, { replace, state: entry.current.state })
  })
  useEffect(() => {
    let known = choicesOf(actor.getSnapshot().context)
    const subscription = actor.subscribe(({ context }) => {
      const choices = choicesOf(context)
      if (isSame(choices, known)) return
      known = choices
      followMachine(choices)
    })
    return () => subscription.unsubscribe()
  }, [actor])

  const followAddress = useEffectEvent(() => {
    const snapshot = actor.getSnapshot()
    const chosen = choicesOf(snapshot.context)
    if (isSame(withChildOf(chosen, address), chosen)) return followMachine(chosen)
    const event = eventsTo(address, chosen).find((event) => snapshot.can(event))
    if (event) actor.send(event)
    // The server is booking these choices: they stay.
    else followMachine(chosen)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what changes.
  useEffect(() => {
    if (!isLate()) followAddress()
  }, [written])
}

/** The patient is no step of the history: an address from before keeps them. */
function withChildOf({ child }: Choices, address: Choices): Choices {
  return { ...address, child }
}

/** The events that may lead to the choices of the address; the first that is possible does. */
function eventsTo(address: Choices, chosen: Choices): BookingEvent[] {
  const events: BookingEvent[] = [{ type: 'choices.restore', choices: address }]
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
 * Nothing was chosen besides what `whole` holds, but for the doctor, and which child or siblings
 * come: these are no steps back.
 */
function isPartOf(part: Choices, { date, treatment, slot, siblings }: Choices): boolean {
  return (
    part.date === date &&
    (part.treatment ?? treatment) === treatment &&
    (part.slot ?? slot) === slot &&
    (part.siblings === null || siblings !== null)
  )
}
