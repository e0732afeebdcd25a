import type { Call } from '../call.ts'
import { deletion } from '../identity/users.ts'
import {
  closureParams,
  closurePreview,
  hoursParams,
  hoursPreview,
  hoursWithdrawal,
  impact,
  newClosure,
  newHours,
  schedule,
  scheduleChange,
  scheduleQuery,
  scheduleRefusal,
  scheduleYear,
  withdrawalRefusal,
} from './schedule.ts'

export const getSchedule = {
  method: 'GET',
  path: '/schedule',
  access: 'admin',
  summary: 'Get the hours and closures of the clinic or of a doctor',
  query: scheduleQuery,
  answers: { 200: schedule },
} as const satisfies Call

export const getScheduleYear = {
  method: 'GET',
  path: '/schedule/year',
  access: 'admin',
  summary: 'List closures and absences to come, with the appointments in them',
  answers: { 200: scheduleYear },
} as const satisfies Call

export const previewHours = {
  method: 'POST',
  path: '/schedule/hours/preview',
  access: 'admin',
  summary: 'List the appointments that would no longer fit with new hours',
  body: hoursPreview,
  answers: { 200: impact },
} as const satisfies Call

export const changeHours = {
  method: 'PUT',
  path: '/schedule/hours',
  access: 'admin',
  summary: 'Change the hours from a day on',
  body: newHours,
  answers: { 200: scheduleChange, 409: scheduleRefusal },
} as const satisfies Call

export const withdrawHours = {
  method: 'DELETE',
  path: '/schedule/hours/:validFrom',
  access: 'admin',
  summary: 'Withdraw hours that do not apply yet',
  params: hoursParams,
  query: hoursWithdrawal,
  answers: { 200: scheduleChange, 409: withdrawalRefusal },
} as const satisfies Call

export const previewClosure = {
  method: 'POST',
  path: '/schedule/closures/preview',
  access: 'admin',
  summary: 'List the appointments in a time that is to be closed',
  body: closurePreview,
  answers: { 200: impact },
} as const satisfies Call

export const addClosure = {
  method: 'POST',
  path: '/schedule/closures',
  access: 'admin',
  summary: 'Close the clinic, or record a doctor’s absence',
  body: newClosure,
  answers: { 201: scheduleChange, 409: scheduleRefusal },
} as const satisfies Call

export const removeClosure = {
  method: 'DELETE',
  path: '/schedule/closures/:id',
  access: 'admin',
  summary: 'Remove a closure or an absence',
  params: closureParams,
  answers: { 200: deletion },
} as const satisfies Call
