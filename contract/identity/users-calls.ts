import type { Call } from '../call.ts'
import { adminResponse, emailParams } from './users.ts'

export const isAdmin = {
  method: 'GET',
  path: '/admin/:email',
  access: 'user',
  summary: 'Check whether a user is an admin (yourself, or anyone if you are an admin)',
  params: emailParams,
  answers: { 200: adminResponse },
} as const satisfies Call
