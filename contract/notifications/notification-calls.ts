import type { Call } from '../call.ts'
import { familyParams } from '../front-desk/families.ts'
import { modification } from '../identity/users.ts'
import { addressThatWorks } from './notifications.ts'

export const clearUnreachable = {
  method: 'POST',
  path: '/notifications/unreachable/:id/clear',
  access: 'staff',
  summary: 'Send emails to an address again that bounced',
  limit: { name: 'resend', perMinute: 30, per: 'user' },
  params: familyParams,
  body: addressThatWorks,
  answers: { 200: modification },
} as const satisfies Call
