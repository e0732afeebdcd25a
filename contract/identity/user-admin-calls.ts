import { call } from '../call.ts'
import { deletion, modification } from '../change-counts.ts'
import * as schemas from './users.ts'

export const listUsers = call('GET', '/users', 'admin', {
  summary: 'List users, newest first (total in X-Total-Count)',
  query: schemas.usersQuery,
  answers: { 200: schemas.userList },
})

/** Shared by the calls that change a user's role. */
const ofRole = {
  needsRecentLogin: true,
  params: schemas.emailParams,
  answers: { 200: modification },
} as const

export const makeAdmin = call('PUT', '/user/admin/:email', 'admin', {
  summary: 'Make a user an admin',
  ...ofRole,
})

export const demoteAdmin = call('DELETE', '/user/admin/:email', 'admin', {
  summary: 'Make an admin a patient again',
  ...ofRole,
})

export const makeStaff = call('PUT', '/user/staff/:email', 'admin', {
  summary: 'Make a patient staff of the front desk',
  ...ofRole,
})

export const demoteStaff = call('DELETE', '/user/staff/:email', 'admin', {
  summary: 'Make a member of staff a patient again',
  ...ofRole,
})

export const makeDoctor = call('PUT', '/user/doctor/:email', 'admin', {
  summary: 'Give a patient the role of a doctor of the clinic',
  ...ofRole,
  body: schemas.doctorBinding,
})

export const demoteDoctor = call('DELETE', '/user/doctor/:email', 'admin', {
  summary: 'Make a user of the role doctor a patient again',
  ...ofRole,
})

export const resetSecondFactor = call('POST', '/user/:email/second-factor-reset', 'admin', {
  summary: 'Turn a user’s two-step verification off, and end their sessions',
  needsRecentLogin: true,
  params: schemas.emailParams,
  body: schemas.secondFactorReset,
  answers: { 200: modification },
})

export const removeUser = call('DELETE', '/user/:email', 'admin', {
  summary: 'Remove a user',
  needsRecentLogin: true,
  params: schemas.emailParams,
  answers: { 200: deletion },
})
