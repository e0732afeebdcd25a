import { call } from '../call.ts'
import * as schemas from './email-settings.ts'

export const getEmailSettings = call('GET', '/email-settings', 'user', {
  summary: 'Your email address and which emails you get',
  answers: { 200: schemas.emailSettings },
})

export const changeEmailSettings = call('PUT', '/email-settings', 'user', {
  summary: 'Switch reminders on or off, and choose the language of emails',
  limit: { name: 'email-settings', perMinute: 20, per: 'user' },
  body: schemas.emailSettingsForm,
  answers: { 200: schemas.emailSettings },
})

export const stopRecalls = call('POST', '/recalls/stop', 'everyone', {
  summary: 'Stop emails about next visits with the token of one (RFC 8058)',
  limit: { name: 'unsubscribe', perMinute: 20, per: 'address' },
  query: schemas.stopRecallsQuery,
  answers: { 200: schemas.unsubscribeResponse },
})

export const resumeRecalls = call('POST', '/recalls/resume', 'user', {
  summary: 'Get emails about next visits of a child again',
  limit: { name: 'email-settings', perMinute: 20, per: 'user' },
  body: schemas.resumedRecalls,
  answers: { 200: schemas.emailSettings },
})

export const unsubscribe = call('POST', '/unsubscribe', 'everyone', {
  summary: 'Switch reminders off with the token of a reminder (RFC 8058)',
  limit: { name: 'unsubscribe', perMinute: 20, per: 'address' },
  query: schemas.unsubscribeQuery,
  answers: { 200: schemas.unsubscribeResponse },
})
