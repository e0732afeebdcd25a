import type { EmailedReoffer, EmailSender, EmailSubject } from '../content/email-subject.ts'
import type { EmailDetail } from './email-content.ts'
import {
  childOf,
  childrenOf,
  describeInstant,
  fullDay,
  placeOf,
  shortDay,
  shortTime,
  signUp,
  type Texts,
  timeOf,
  timesOf,
  viewAppointments,
  waysToChange,
} from './email-details.ts'

// Offers of the waiting list, their ends, and other times instead of those that the clinic closes.

const WAITING = 'You get this email because your family is on our waiting list.'

export function offerTime(
  {
    time,
    until,
    isSooner,
    offerId,
    recipient,
    ...about
  }: Extract<EmailSubject, { kind: 'offer_made' }>,
  sender: EmailSender,
): Texts {
  const { siteUrl, clinic } = sender
  const end = describeInstant(until, sender)
  return {
    subject: `${about.others.length > 0 ? 'Times' : 'A time'} for you: ${shortTime(time)}`,
    preview: `We hold it for you until ${end}.`,
    heading: isSooner ? 'A sooner time is free' : 'A time is free',
    paragraphs: [
      `We hold this time for you until ${end}. Then we offer it to the next family.`,
      isSooner
        ? 'When you accept, your appointment moves there. Price and payment stay.'
        : 'Nothing is booked until you accept.',
    ],
    details: [...offeredTimes({ time, ...about }, sender), placeOf(sender)],
    action: recipient.hasAccount
      ? { label: 'See this offer', url: `${siteUrl}/dashboard/offers/${offerId}` }
      : { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [
      recipient.hasAccount
        ? `You can also decline it there, so that another family gets it sooner.`
        : `To accept or decline, call us at ${clinic.phone}.`,
    ],
    reason: WAITING,
  }
}

export function endOffer(
  { time, paused, ...about }: Extract<EmailSubject, { kind: 'offer_expired' }>,
  sender: EmailSender,
): Texts {
  return {
    subject: paused ? 'Are you still looking for a time?' : `Offer expired: ${shortTime(time)}`,
    preview: paused ? 'Tell us, and we go on.' : 'You are still on the waiting list.',
    heading: paused ? 'Still looking?' : 'We held a time for you',
    paragraphs: [
      'We did not hear from you in time, so another family can have it.',
      paused
        ? 'It was the second time in a row. We won’t send another offer until you tell us that you are still looking.'
        : 'You are still on the waiting list.',
    ],
    details: offeredTimes({ time, ...about }, sender),
    action: { label: 'View the waiting list', url: `${sender.siteUrl}/dashboard/waitlist` },
    closing: [`Questions? Call us at ${sender.clinic.phone}.`],
    reason: WAITING,
  }
}

export function tellOfAnswer(
  { time, isAccepted, ...about }: Extract<EmailSubject, { kind: 'offer_answered' }>,
  sender: EmailSender,
): Texts {
  const answer = isAccepted ? 'accepted' : 'declined'
  return {
    subject: `Offer ${answer}: ${shortTime(time)}`,
    preview: `There is nothing left to do.`,
    heading: `The offer was ${answer}`,
    paragraphs: [`Another guardian, or our front desk for your family, has ${answer} this time.`],
    details: offeredTimes({ time, ...about }, sender),
    action: viewAppointments(sender),
    closing: [`Questions? Call us at ${sender.clinic.phone}.`],
    reason: WAITING,
  }
}

/** The clinic gives the treatment on none of the days any more. */
export function endWait(
  { children, from, to, next, stays, recipient }: Extract<EmailSubject, { kind: 'wait_closed' }>,
  sender: EmailSender,
): Texts {
  const { siteUrl, clinic } = sender
  const days = from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`
  return {
    subject: `No longer on our waiting list: ${days}`,
    preview: 'We will have no times on these days.',
    heading: 'We have no times on the days you wait for',
    paragraphs: [
      'The clinic is closed on the days that you wait for, or has no times then that you asked for. So we took you off the waiting list.',
      ...(stays ? ['Your appointment stays as it is.'] : []),
      next === null
        ? 'We do not know yet when we have such times again.'
        : `The next day on which we have such times is ${fullDay(next)}.`,
    ],
    details: [
      ...childrenOf(children),
      {
        label: 'You waited for',
        lines: [from === to ? fullDay(from) : `${fullDay(from)} – ${fullDay(to)}`],
      },
      ...(stays ? [timeOf('Your appointment', stays, sender)] : []),
    ],
    action: recipient.hasAccount
      ? { label: 'Wait for other days', url: `${siteUrl}/dashboard/waitlist` }
      : { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [
      recipient.hasAccount
        ? `Questions? Call us at ${clinic.phone}.`
        : `To wait for other days, call us at ${clinic.phone}.`,
    ],
    reason: 'You get this email because your family was on our waiting list.',
  }
}

const MAY_ANSWER =
  'You get this email because you can move or cancel the appointment that it is about.'

/** The clinic has closed: a family answers for all of its appointments behind one link. */
export function offerOtherTimes(
  { reoffers, until, recipient }: Extract<EmailSubject, { kind: 'reoffer_made' }>,
  sender: EmailSender,
): Texts {
  const { siteUrl, clinic } = sender
  const [first, ...others] = reoffers
  const isOne = others.length === 0
  const end = describeInstant(until, sender)
  const [times, them] = isOne ? ['another time', 'it'] : ['other times', 'what is not answered']
  return {
    subject: isOne
      ? `New time for your appointment on ${shortTime(first.from)}`
      : `New times for your ${reoffers.length} appointments`,
    preview: `Please answer by ${end}.`,
    heading: isOne ? 'We have to move your appointment' : 'We have to move your appointments',
    paragraphs: [
      `We’re sorry: we can’t keep the ${isOne ? 'time of your appointment' : 'times of your appointments'}. We hold ${times} for you until ${end}.`,
      `You can accept, choose other times, or cancel. Price and payment stay when you accept. Without an answer we cancel ${them} then, and refund everything that was paid.`,
    ],
    details: [...reoffers.flatMap((each) => describeReoffer(each, sender)), placeOf(sender)],
    action: recipient.hasAccount
      ? { label: 'Answer', url: `${siteUrl}/dashboard/offers/${first.offerId}` }
      : { label: 'Contact us', url: `${siteUrl}/contactus` },
    closing: [
      recipient.hasAccount
        ? `Questions? Call us at ${clinic.phone}.`
        : `To answer, call us at ${clinic.phone}.`,
    ],
    reason: MAY_ANSWER,
  }
}

function describeReoffer({ from, to, child }: EmailedReoffer, sender: EmailSender): EmailDetail[] {
  return [...childOf({ child }), timeOf('New time', to, sender), timeOf('Before', from, sender)]
}

export function keepTimes(
  { reoffers, recipient }: Extract<EmailSubject, { kind: 'reoffer_withdrawn' }>,
  sender: EmailSender,
): Texts {
  const [first, ...others] = reoffers
  const isOne = others.length === 0
  return {
    subject: isOne
      ? `Your appointment stays: ${shortTime(first.from)}`
      : `Your ${reoffers.length} appointments stay as they were`,
    preview: 'You don’t have to answer.',
    heading: isOne ? 'Your appointment stays' : 'Your appointments stay as they were',
    paragraphs: [
      `We can keep the ${isOne ? 'time' : 'times'} after all. You don’t have to answer: nothing has changed.`,
    ],
    details: [
      ...reoffers.flatMap(({ from, child }) => [
        ...childOf({ child }),
        timeOf('When', from, sender),
      ]),
      placeOf(sender),
    ],
    action: recipient.hasAccount ? viewAppointments(sender) : signUp(sender),
    closing: [waysToChange(recipient, sender)],
    reason: MAY_ANSWER,
  }
}

type OfferedTimes = Pick<Extract<EmailSubject, { kind: 'offer_made' }>, 'time' | 'child' | 'others'>

/** One time, or siblings' times in order. */
function offeredTimes({ time, child, others }: OfferedTimes, sender: EmailSender): EmailDetail[] {
  const own = child === undefined ? time : { ...time, child }
  if (others.length > 0) return [timesOf([own, ...others], sender)]
  return [...childOf({ child }), timeOf('When', time, sender)]
}
