import { appointments } from '../units.ts'

export const whyWaiting = 'You get this email because your family is on our waiting list.'
export const whyWasWaiting = 'You get this email because your family was on our waiting list.'
export const whyMayChange = 'You get this email because you may move or cancel this appointment.'

export const timeForYou = (when: string) => `A time for you: ${when}`
export const timesForYou = (when: string) => `Times for you: ${when}`
export const heldUntil = (end: string) => `We hold it for you until ${end}.`
export const sooner = 'A sooner time is free'
export const free = 'A time is free'
export const heldThenOffered = (end: string) =>
  `We hold this time for you until ${end}. Then we offer it to the next family.`
export const acceptingMoves =
  'If you accept, your appointment moves to this time. Price and payment stay the same.'
export const nothingBooked = 'Nothing is booked until you accept.'
export const seeOffer = 'See this offer'
export const canDecline = 'You can also decline it there, so that another family gets it sooner.'
export const acceptOrDeclineByPhone = (phone: string) =>
  `To accept or decline, call us at ${phone}.`

export const stillLooking = 'Are you still looking for a time?'
export const offerExpired = (when: string) => `Offer expired: ${when}`
export const tellUs = 'Tell us if you are.'
export const stillOnList = 'You are still on the waiting list.'
export const stillLookingHeading = 'Still looking?'
export const offerExpiredHeading = 'We held a time for you'
export const noAnswer = 'We didn’t hear from you in time, so another family can have it.'
export const secondWithoutAnswer =
  'This was the second offer in a row without an answer. We won’t send another one until you tell us that you’re still looking.'
export const viewWaitingList = 'View the waiting list'

export const accepted = (when: string) => `Offer accepted: ${when}`
export const declined = (when: string) => `Offer declined: ${when}`
export const nothingLeft = 'There is nothing left to do.'
export const acceptedHeading = 'The offer was accepted'
export const declinedHeading = 'The offer was declined'
export const otherAccepted =
  'Another guardian, or our front desk for your family, has accepted this time.'
export const otherDeclined =
  'Another guardian, or our front desk for your family, has declined this time.'

export const newTime = (when: string) => `New time for your appointment on ${when}`
export const newTimes = (n: number) => `New times for your ${appointments(n)}`
export const pleaseAnswerNewTime = (when: string) =>
  `Please answer: new time for your appointment on ${when}`
export const pleaseAnswerNewTimes = (n: number) =>
  `Please answer: new times for your ${appointments(n)}`
export const answerBy = (end: string) => `Please answer by ${end}.`
export const haveToMoveOne = 'We have to move your appointment'
export const haveToMoveSeveral = 'We have to move your appointments'
export const sorryHoldingOne = (end: string) =>
  `We’re sorry: we can’t keep the time of your appointment. We’re holding another time for you. Please answer by ${end}.`
export const sorryHoldingSeveral = (end: string) =>
  `We’re sorry: we can’t keep the times of your appointments. We’re holding other times for you. Please answer by ${end}.`
export const why = (reason: string) => `Why: ${reason}`
export const waysToAnswer =
  'You can accept, choose other times, or cancel. If you accept, price and payment stay the same.'
export const thenCancelOne =
  'If you don’t answer by then, we’ll cancel the appointment and refund everything that was paid.'
export const thenCancelSeveral =
  'If you don’t answer by then, we’ll cancel the appointments without an answer and refund everything that was paid.'
export const thenCallAndCancelOne = (end: string) =>
  `If you don’t answer by then, we’ll try to call you. Without an answer by ${end}, we’ll cancel the appointment and refund everything that was paid.`
export const thenCallAndCancelSeveral = (end: string) =>
  `If you don’t answer by then, we’ll try to call you. Without an answer by ${end}, we’ll cancel the appointments without an answer and refund everything that was paid.`
export const answer = 'Answer'
export const answerByPhone = (phone: string) => `To answer, call us at ${phone}.`
export const pleaseAnswer = 'Please answer'
export const noAnswerYetOne = (end: string) =>
  `We can’t keep the time of your appointment, and we don’t have your answer yet. We’re holding another time for you. Please answer by ${end}.`
export const noAnswerYetSeveral = (end: string) =>
  `We can’t keep the times of your appointments, and we don’t have your answer yet. We’re holding other times for you. Please answer by ${end}.`

export const staysOne = (when: string) => `Your appointment stays: ${when}`
export const staysOneHeading = 'Your appointment stays'
export const staySeveral = (n: number) => `Your ${appointments(n)} stay as they were`
export const staySeveralHeading = 'Your appointments stay as they were'
export const noAnswerNeeded = 'You don’t have to answer.'
export const canKeepOne =
  'We can keep the time after all. You don’t have to answer: nothing has changed.'
export const canKeepSeveral =
  'We can keep the times after all. You don’t have to answer: nothing has changed.'

export const offList = (days: string) => `No longer on our waiting list: ${days}`
export const noTimes = 'We have no times on these days.'
export const noTimesHeading = 'We have no times on the days you’re waiting for'
export const tookOffList =
  'The clinic is closed on the days you asked for, or has no suitable times then, so we took you off the waiting list.'
export const appointmentStays = 'Your appointment stays as it is.'
export const nextUnknown = 'We don’t know yet when we’ll have suitable times.'
export const nextDay = (day: string) => `The next day with suitable times is ${day}.`
export const waitedFor = 'You waited for'
export const yourAppointment = 'Your appointment'
export const waitForOtherDays = 'Wait for other days'
export const waitByPhone = (phone: string) => `To wait for other days, call us at ${phone}.`
