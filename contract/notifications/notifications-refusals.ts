import * as words from '#words/en/refusals/email-settings.ts'
import { refusing } from '../refusals/refusals.ts'
import * as emailSettings from './email-settings-calls.ts'
import * as notifications from './notifications-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './email-settings-calls.ts'
export * from './notifications-calls.ts'

export const unsubscribe = refusing(emailSettings.unsubscribe, {
  invalid_link: [400, words.invalidUnsubscribeLink],
})

export const stopRecalls = refusing(emailSettings.stopRecalls, {
  invalid_link: [400, words.invalidStopLink],
})

export const resendNotification = refusing(notifications.resendNotification, {
  not_found: [404, 'There is no such email.'],
  family_gone: [
    409,
    'This email can’t be sent again: the family is no longer known.',
    'not_current',
  ],
  waiting: [409, 'This email is about to be sent.', 'not_current'],
  unreachable: [
    409,
    'Emails to this address bounce. Ask the family for another one first.',
    'not_current',
  ],
  unverified: [409, 'The family hasn’t confirmed this address yet.', 'not_current'],
  switched_off: [409, 'The family has switched reminders off.', 'not_current'],
  not_guardian: [409, 'The recipient gets no emails about this child any more.', 'not_current'],
  not_current: [409, 'This email can’t be sent again: what it says is no longer true.'],
})

/** `POST /webhooks/mail` */
export const receiveMailReport = {
  refusals: {
    not_found: [404, 'This webhook is not set up.'],
    bad_signature: [400, 'Invalid signature.'],
    invalid: [400, 'This is not a report of a bounce.'],
  },
} as const
