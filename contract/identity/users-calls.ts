import { call } from '../call.ts'
import { adminResponse, emailParams } from './users.ts'

export const isAdmin = call('GET', '/admin/:email', 'user', {
  summary: 'Check whether a user is an admin (yourself, or anyone if you are an admin)',
  params: emailParams,
  answers: { 200: adminResponse },
})
