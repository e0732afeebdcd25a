import { refusing } from '../refusals/refusals.ts'
import * as messages from './contact-messages-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './contact-messages-calls.ts'

const TOO_MANY =
  'We got many messages in a short time, and can’t take another one now. Please call {phone}.'

export const sendContactMessage = refusing(messages.sendContactMessage, {
  no_email: [409, 'This site sends no messages. Please call {phone}.'],
  changed: [409, 'This form was sent with other words before. Please send it again.'],
  too_many_of_address: [429, TOO_MANY, 'too_many_messages'],
  too_many_messages: [429, TOO_MANY],
})

export const finishContactMessage = refusing(messages.finishContactMessage, {
  not_found: [404, 'Message not found.'],
})
