import type { Call } from '../call.ts'
import { deletion } from '../identity/users.ts'
import * as schemas from './schedule.ts'

export const getSchedule = {
  method: 'GET',
  path: '/schedule',
  access: 'admin',
  summary: 'Get the hours and closures of the clinic or of a doctor',
  query: schemas.scheduleQuery,
  answers: { 200: schemas.schedule },
} as const satisfies Call

export const getScheduleYear = {
  method: 'GET',
  path: '/schedule/year',
  access: 'admin',
  summary: 'List closures and absences to come, with the appointments in them',
  answers: { 200: schemas.scheduleYear },
} as const satisfies Call

export const previewHours = {
  method: 'POST',
  path: '/schedule/hours/preview',
  access: 'admin',
  summary: 'List the appointments that would no longer fit with new hours',
  body: schemas.hoursPreview,
  answers: { 200: schemas.impact },
} as const satisfies Call

export const changeHours = {
  method: 'PUT',
  path: '/schedule/hours',
  access: 'admin',
  summary: 'Change the hours from a day on',
  body: schemas.newHours,
  answers: { 200: schemas.scheduleChange, 409: schemas.scheduleRefusal },
} as const satisfies Call

export const withdrawHours = {
  method: 'DELETE',
  path: '/schedule/hours/:validFrom',
  access: 'admin',
  summary: 'Withdraw hours that do not apply yet',
  params: schemas.hoursParams,
  query: schemas.hoursWithdrawal,
  answers: { 200: schemas.scheduleChange, 409: schemas.withdrawalRefusal },
} as const satisfies Call

export const previewClosure = {
  method: 'POST',
  path: '/schedule/closures/preview',
  access: 'admin',
  summary: 'List the appointments in a time that is to be closed',
  body: schemas.closurePreview,
  answers: { 200: schemas.impact },
} as const satisfies Call

export const addClosure = {
  method: 'POST',
  path: '/schedule/closures',
  access: 'admin',
  summary: 'Close the clinic, or record a doctor’s absence',
  body: schemas.newClosure,
  answers: { 201: schemas.scheduleChange, 409: schemas.scheduleRefusal },
} as const satisfies Call

export const removeClosure = {
  method: 'DELETE',
  path: '/schedule/closures/:id',
  access: 'admin',
  summary: 'Remove a closure or an absence',
  params: schemas.closureParams,
  answers: { 200: deletion },
} as const satisfies Call
