import { call } from '../call.ts'
import { modification } from '../change-counts.ts'
import { familyParams } from '../families/families.ts'
import * as schemas from './notifications.ts'

export const listNotifications = call('GET', '/notifications', 'staff', {
  summary: 'Emails to families, newest first',
  query: schemas.notificationsQuery,
  answers: { 200: schemas.notificationPage },
})

export const resendNotification = call('POST', '/notifications/:id/resend', 'staff', {
  summary: 'Send a finished email again, if it still applies',
  limit: { name: 'resend', perMinute: 30, per: 'user' },
  params: schemas.notificationParams,
  answers: { 202: schemas.resendResponse },
})

export const resendInvitations = call('POST', '/notifications/invitations', 'staff', {
  summary: 'Send calendar files again that show the time in a former time zone, for staff',
  limit: { name: 'resend', perMinute: 30, per: 'user' },
  answers: { 202: schemas.resentInvitations },
})

export const listUnreachable = call('GET', '/notifications/unreachable', 'staff', {
  summary: 'Families whose email address bounced, the latest first',
  answers: { 200: schemas.unreachableList },
})

export const clearUnreachable = call('POST', '/notifications/unreachable/:id/clear', 'staff', {
  summary: 'Send emails again to an address that bounced',
  limit: { name: 'resend', perMinute: 30, per: 'user' },
  params: familyParams,
  body: schemas.addressThatWorks,
  answers: { 200: modification },
})
