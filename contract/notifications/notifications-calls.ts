import type { Call } from '../call.ts'
import { familyParams } from '../front-desk/families.ts'
import { modification } from '../identity/users.ts'
import * as schemas from './notifications.ts'

export const listNotifications = {
  method: 'GET',
  path: '/notifications',
  access: 'staff',
  summary: 'Emails to families, newest first',
  query: schemas.notificationsQuery,
  answers: { 200: schemas.notificationPage },
} as const satisfies Call

export const resendNotification = {
  method: 'POST',
  path: '/notifications/:id/resend',
  access: 'staff',
  summary: 'Send an email again that is finished and still true',
  limit: { name: 'resend', perMinute: 30, per: 'user' },
  params: schemas.notificationParams,
  answers: { 202: schemas.resendResponse },
} as const satisfies Call

export const listUnreachable = {
  method: 'GET',
  path: '/notifications/unreachable',
  access: 'staff',
  summary: 'Families whose email address bounced, the latest first',
  answers: { 200: schemas.unreachableList },
} as const satisfies Call

export const clearUnreachable = {
  method: 'POST',
  path: '/notifications/unreachable/:id/clear',
  access: 'staff',
  summary: 'Send emails to an address again that bounced',
  limit: { name: 'resend', perMinute: 30, per: 'user' },
  params: familyParams,
  body: schemas.addressThatWorks,
  answers: { 200: modification },
} as const satisfies Call
