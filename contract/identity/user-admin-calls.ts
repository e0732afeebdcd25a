import type { Call } from '../call.ts'
import * as schemas from './users.ts'

export const listUsers = {
  method: 'GET',
  path: '/users',
  access: 'admin',
  summary: 'List users, newest first (total in X-Total-Count)',
  query: schemas.usersQuery,
  answers: { 200: schemas.userList },
} as const satisfies Call

export const makeAdmin = {
  method: 'PUT',
  path: '/user/admin/:email',
  access: 'admin',
  summary: 'Make a user an admin',
  needsRecentLogin: true,
  params: schemas.emailParams,
  answers: { 200: schemas.modification },
} as const satisfies Call

export const demoteAdmin = {
  method: 'DELETE',
  path: '/user/admin/:email',
  access: 'admin',
  summary: 'Make an admin a patient again',
  needsRecentLogin: true,
  params: schemas.emailParams,
  answers: { 200: schemas.modification },
} as const satisfies Call

export const makeStaff = {
  method: 'PUT',
  path: '/user/staff/:email',
  access: 'admin',
  summary: 'Make a patient staff of the front desk',
  needsRecentLogin: true,
  params: schemas.emailParams,
  answers: { 200: schemas.modification },
} as const satisfies Call

export const demoteStaff = {
  method: 'DELETE',
  path: '/user/staff/:email',
  access: 'admin',
  summary: 'Make a member of staff a patient again',
  needsRecentLogin: true,
  params: schemas.emailParams,
  answers: { 200: schemas.modification },
} as const satisfies Call

export const makeDoctor = {
  method: 'PUT',
  path: '/user/doctor/:email',
  access: 'admin',
  summary: 'Give a patient the role of a doctor of the clinic',
  needsRecentLogin: true,
  params: schemas.emailParams,
  body: schemas.doctorBinding,
  answers: { 200: schemas.modification },
} as const satisfies Call

export const demoteDoctor = {
  method: 'DELETE',
  path: '/user/doctor/:email',
  access: 'admin',
  summary: 'Make a user of the role doctor a patient again',
  needsRecentLogin: true,
  params: schemas.emailParams,
  answers: { 200: schemas.modification },
} as const satisfies Call

export const removeUser = {
  method: 'DELETE',
  path: '/user/:email',
  access: 'admin',
  summary: 'Remove a user',
  needsRecentLogin: true,
  params: schemas.emailParams,
  answers: { 200: schemas.deletion },
} as const satisfies Call
