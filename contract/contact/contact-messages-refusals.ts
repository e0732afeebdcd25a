import * as words from '#words/en/refusals/contact.ts'
import { refusing } from '../refusals/refusals.ts'
import * as messages from './contact-messages-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './contact-messages-calls.ts'

const TOO_MANY = words.tooMany

export const sendContactMessage = refusing(messages.sendContactMessage, {
  no_email: [409, words.noEmail],
  changed: [409, words.changed],
  too_many_of_address: [429, TOO_MANY, 'too_many_messages'],
  too_many_messages: [429, TOO_MANY],
})

export const finishContactMessage = refusing(messages.finishContactMessage, {
  not_found: [404, 'Message not found.'],
})
