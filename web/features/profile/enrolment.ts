import type { CodeFormStep } from '../auth/code-form.tsx'

/** Making a phone the second factor: email confirmed → phone → code → enrolled. */
export type Enrolment =
  | { at: 'closed' }
  /** The provider wants the account's email confirmed first. */
  | {
      at: 'email'
      letter: 'unsent' | 'sending' | 'sent'
      checking: boolean
      message: string | null
    }
  | { at: 'phone'; sending: boolean; message: string | null }
  | {
      at: 'code'
      phone: string
      step: CodeFormStep
      message: string | null
    }

export type EnrolmentEvent =
  | { type: 'open'; emailVerified: boolean }
  | { type: 'cancel' }
  | { type: 'letter.send' }
  | { type: 'letter.sent' }
  /** The visitor says that the email is confirmed; the provider is asked. */
  | { type: 'email.check' }
  | { type: 'email.unverified' }
  | { type: 'email.verified' }
  | { type: 'phone.submit' }
  | { type: 'code.resend' }
  | { type: 'code.sent'; phone: string }
  | { type: 'code.submit' }
  | { type: 'enrolled' }
  /** What was under way did not work. */
  | { type: 'failed'; message: string }

const NOT_CONFIRMED_YET =
  'Your email isn’t confirmed yet. Click the link in the email we sent, then try again.'

const EMAIL_STEP: Enrolment = { at: 'email', letter: 'unsent', checking: false, message: null }
const PHONE_STEP: Enrolment = { at: 'phone', sending: false, message: null }

/** The steps of an enrolment; an event that does not fit the step, as a late answer, is ignored. */
export function enrolmentReducer(state: Enrolment, event: EnrolmentEvent): Enrolment {
  if (event.type === 'cancel' || event.type === 'enrolled') return { at: 'closed' }
  switch (state.at) {
    case 'closed':
      if (event.type !== 'open') return state
      return event.emailVerified ? PHONE_STEP : EMAIL_STEP
    case 'email':
      return confirmingEmail(state, event)
    case 'phone':
      return choosingPhone(state, event)
    case 'code':
      return enteringCode(state, event)
  }
}

function confirmingEmail(state: Enrolment & { at: 'email' }, event: EnrolmentEvent): Enrolment {
  switch (event.type) {
    case 'letter.send':
      return { ...state, letter: 'sending', message: null }
    case 'letter.sent':
      return { ...state, letter: 'sent' }
    case 'email.check':
      return { ...state, checking: true, message: null }
    case 'email.unverified':
      return { ...state, checking: false, message: NOT_CONFIRMED_YET }
    case 'email.verified':
      return PHONE_STEP
    case 'failed': {
      const letter = state.letter === 'sending' ? 'unsent' : state.letter
      return { ...state, letter, checking: false, message: event.message }
    }
    default:
      return state
  }
}

function choosingPhone(state: Enrolment & { at: 'phone' }, event: EnrolmentEvent): Enrolment {
  switch (event.type) {
    case 'phone.submit':
      return { ...state, sending: true, message: null }
    case 'code.sent':
      return { at: 'code', phone: event.phone, step: 'awaiting', message: null }
    case 'email.unverified':
      return EMAIL_STEP
    case 'failed':
      return { ...state, sending: false, message: event.message }
    default:
      return state
  }
}

function enteringCode(state: Enrolment & { at: 'code' }, event: EnrolmentEvent): Enrolment {
  switch (event.type) {
    case 'code.resend':
      return { ...state, step: 'sending', message: null }
    case 'code.sent':
      return { ...state, step: 'awaiting' }
    case 'code.submit':
      return { ...state, step: 'confirming', message: null }
    case 'failed': {
      const step = state.step === 'sending' ? 'notSent' : 'awaiting'
      return { ...state, step, message: event.message }
    }
    default:
      return state
  }
}
