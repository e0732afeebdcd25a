import { plural } from '../units.ts'
import { refundDays } from './refunds.ts'

export const changeOfPlans = 'Change of plans?'
export const questions = 'Questions?'
export const loadingChanges = 'Loading what you can change'
export const changesNotLoaded = 'We couldn’t load what you can change'
export const loadingTheTimes = 'Loading the times'
export const moveOrCancel = 'Move or cancel'
export const move = 'Move'
export const moveForIllness = 'Move: my child is ill'
export const tellMeOfSooner = 'Tell me if something sooner opens'
export const cancelAppointment = 'Cancel appointment'
export const freeToChange =
  'The clinic can’t keep this time. You can move or cancel the appointment at no cost.'
export const getDirections = 'Get directions'
export const moved = 'Your appointment has been moved'
export const canceled = 'Your appointment has been canceled'
export const ok = 'OK'
export const noPaymentRefunded = 'No payment is being refunded.'
export const tryAgainOnce = 'You can try again: it happens only once.'

/** Why it cannot be changed. */
export const obstacles = {
  cancelled: 'This appointment is canceled.',
  checked_in: 'The patient has checked in.',
  completed: 'This visit is over.',
  missed: 'This appointment was missed.',
  started: 'The start of this appointment has passed.',
  too_late: 'It’s too late to change it online.',
  too_many_moves: 'You can’t move it online again.',
  may_not_book: 'Only guardians with the right to book can change it.',
}

/** After a change that was made elsewhere. */
export const changedMeanwhile = (time: string) =>
  `This appointment has changed meanwhile, and nothing was done. It is now on ${time}.`
export const movedTo = (time: string) => `It is now on ${time}. We’ll email you the new time.`
export const movesLeft = (moves: number) =>
  plural(moves, {
    one: 'You can still move it once.',
    other: 'You can still move it # times.',
  })
export const movableForIllness = (lastDay: string) =>
  `If your child is ill, you can still move it once, to any day through ${lastDay}.`
export const refundOnItsWay = (amount: string) =>
  `${amount} is on its way back to you. Banks usually take ${refundDays}.`
