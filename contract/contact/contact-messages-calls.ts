import { call } from '#contract/call.ts'
import * as schemas from './contact-messages.ts'

export const sendContactMessage = call('POST', '/contact-messages', 'everyone', {
  summary: 'Send the clinic a message',
  body: schemas.newContactMessage,
  answers: { 200: schemas.receivedContactMessage },
})

export const listContactMessages = call('GET', '/contact-messages', 'staff', {
  summary: 'Messages of the contact page, open or done, newest first, for staff',
  query: schemas.contactMessagesQuery,
  answers: { 200: schemas.contactMessagePage },
})

export const finishContactMessage = call('PUT', '/contact-messages/:id/done', 'staff', {
  summary: 'Mark a message as done or open, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: schemas.contactMessageParams,
  body: schemas.contactMessageDone,
  answers: { 200: schemas.contactMessageDone },
})
