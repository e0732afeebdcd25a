import { call } from '../call.ts'
import { deletion } from '../change-counts.ts'
import * as schemas from './schedule.ts'

export const getSchedule = call('GET', '/schedule', 'admin', {
  summary: 'Get the hours and closures of the clinic or of a doctor',
  query: schemas.scheduleQuery,
  answers: { 200: schemas.schedule },
})

export const getScheduleYear = call('GET', '/schedule/year', 'admin', {
  summary: 'List upcoming closures and absences, with the appointments in them',
  answers: { 200: schemas.scheduleYear },
})

export const previewHours = call('POST', '/schedule/hours/preview', 'admin', {
  summary: 'List the appointments that would no longer fit with new hours',
  body: schemas.hoursPreview,
  answers: { 200: schemas.impact },
})

export const changeHours = call('PUT', '/schedule/hours', 'admin', {
  summary: 'Change the hours from a day on',
  body: schemas.newHours,
  answers: { 200: schemas.scheduleChange, 409: schemas.scheduleRefusal },
})

export const withdrawHours = call('DELETE', '/schedule/hours/:validFrom', 'admin', {
  summary: 'Withdraw hours that do not apply yet',
  params: schemas.hoursParams,
  query: schemas.hoursWithdrawal,
  answers: { 200: schemas.scheduleChange, 409: schemas.withdrawalRefusal },
})

export const previewClosure = call('POST', '/schedule/closures/preview', 'admin', {
  summary: 'List the appointments in a time that is to be closed',
  body: schemas.closurePreview,
  answers: { 200: schemas.impact },
})

export const addClosure = call('POST', '/schedule/closures', 'admin', {
  summary: 'Close the clinic, or record a doctor’s absence',
  body: schemas.newClosure,
  answers: { 201: schemas.scheduleChange, 409: schemas.scheduleRefusal },
})

export const removeClosure = call('DELETE', '/schedule/closures/:id', 'admin', {
  summary: 'Remove a closure or an absence',
  params: schemas.closureParams,
  answers: { 200: deletion },
})
