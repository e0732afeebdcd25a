import type { Call } from '../call.ts'
import * as schemas from './email-settings.ts'

export const getEmailSettings = {
  method: 'GET',
  path: '/email-settings',
  access: 'user',
  summary: 'Your email address and which emails you get',
  answers: { 200: schemas.emailSettings },
} as const satisfies Call

export const changeEmailSettings = {
  method: 'PUT',
  path: '/email-settings',
  access: 'user',
  summary: 'Switch reminders on or off',
  limit: { name: 'email-settings', perMinute: 20, per: 'user' },
  body: schemas.emailSettingsForm,
  answers: { 200: schemas.emailSettings },
} as const satisfies Call

export const unsubscribe = {
  method: 'POST',
  path: '/unsubscribe',
  access: 'everyone',
  summary: 'Switch reminders off with the token of a reminder (RFC 8058)',
  limit: { name: 'unsubscribe', perMinute: 20, per: 'address' },
  query: schemas.unsubscribeQuery,
  answers: { 200: schemas.unsubscribeResponse },
} as const satisfies Call
