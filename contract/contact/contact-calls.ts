import type { Call } from '#contract/call.ts'
import { contact, contactForm } from './contact.ts'

export const getContact = {
  method: 'GET',
  path: '/contact',
  access: 'user',
  summary: 'Your phone and address, which bookings begin with',
  answers: { 200: contact },
} as const satisfies Call

export const changeContact = {
  method: 'PUT',
  path: '/contact',
  access: 'user',
  summary: 'Keep your phone and address for bookings',
  limit: { name: 'contact', perMinute: 20, per: 'user' },
  body: contactForm,
  answers: { 200: contact },
} as const satisfies Call
