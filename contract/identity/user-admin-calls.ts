import type { Call } from '../call.ts'
import {
  deletion,
  doctorBinding,
  emailParams,
  modification,
  userList,
  usersQuery,
} from './users.ts'

export const listUsers = {
  method: 'GET',
  path: '/users',
  access: 'admin',
  summary: 'List users, newest first (total in X-Total-Count)',
  query: usersQuery,
  answers: { 200: userList },
} as const satisfies Call

export const makeAdmin = {
  method: 'PUT',
  path: '/user/admin/:email',
  access: 'admin',
  summary: 'Make a user an admin',
  needsRecentLogin: true,
  params: emailParams,
  answers: { 200: modification },
} as const satisfies Call

export const demoteAdmin = {
  method: 'DELETE',
  path: '/user/admin/:email',
  access: 'admin',
  summary: 'Make an admin a patient again',
  needsRecentLogin: true,
  params: emailParams,
  answers: { 200: modification },
} as const satisfies Call

export const makeStaff = {
  method: 'PUT',
  path: '/user/staff/:email',
  access: 'admin',
  summary: 'Make a patient staff of the front desk',
  needsRecentLogin: true,
  params: emailParams,
  answers: { 200: modification },
} as const satisfies Call

export const demoteStaff = {
  method: 'DELETE',
  path: '/user/staff/:email',
  access: 'admin',
  summary: 'Make a member of staff a patient again',
  needsRecentLogin: true,
  params: emailParams,
  answers: { 200: modification },
} as const satisfies Call

export const makeDoctor = {
  method: 'PUT',
  path: '/user/doctor/:email',
  access: 'admin',
  summary: 'Give a patient the role of a doctor of the clinic',
  needsRecentLogin: true,
  params: emailParams,
  body: doctorBinding,
  answers: { 200: modification },
} as const satisfies Call

export const demoteDoctor = {
  method: 'DELETE',
  path: '/user/doctor/:email',
  access: 'admin',
  summary: 'Make a user of the role doctor a patient again',
  needsRecentLogin: true,
  params: emailParams,
  answers: { 200: modification },
} as const satisfies Call

export const removeUser = {
  method: 'DELETE',
  path: '/user/:email',
  access: 'admin',
  summary: 'Remove a user',
  needsRecentLogin: true,
  params: emailParams,
  answers: { 200: deletion },
} as const satisfies Call
