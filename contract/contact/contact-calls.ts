import { call } from '#contract/call.ts'
import { contact, contactForm } from './contact.ts'

export const getContact = call('GET', '/contact', 'user', {
  summary: 'Your phone and address, which fill in bookings',
  answers: { 200: contact },
})

export const changeContact = call('PUT', '/contact', 'user', {
  summary: 'Save your phone and address for bookings',
  limit: { name: 'contact', perMinute: 20, per: 'user' },
  body: contactForm,
  answers: { 200: contact },
})
