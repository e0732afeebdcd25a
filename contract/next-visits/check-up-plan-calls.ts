import { call } from '../call.ts'
import { childParams } from '../guardians/children.ts'
import * as schemas from './check-up-plan.ts'
import { checkUpParams, checkUps, countedVisit } from './check-ups.ts'

export const getCheckUpPlan = call('GET', '/check-up-plan', 'admin', {
  summary: 'The check-up plan: at which ages families are asked to book, for admins',
  answers: { 200: schemas.checkUpPlan },
})

export const changeCheckUpPlan = call('PUT', '/check-up-plan', 'admin', {
  summary: 'Change the check-up plan, or count how many children a change makes due, for admins',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  body: schemas.newCheckUpPlan,
  answers: { 200: schemas.changedCheckUpPlan, 409: schemas.planRefusal },
})

export const listDueVisits = call('GET', '/due-visits', 'staff', {
  summary: 'Children who have a visit of the check-up plan due and are not asked yet, for staff',
  answers: { 200: schemas.dueVisits },
})

export const sendDueVisits = call('POST', '/due-visits/send', 'staff', {
  summary: 'Ask the families of these children to book the visits that are due, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  body: schemas.batch,
  answers: { 200: schemas.sentBatch },
})

export const listCheckUps = call('GET', '/children/:id/check-ups', 'staff', {
  summary: 'The check-ups of a child by the plan, and the visits that can count as one, for staff',
  params: childParams,
  answers: { 200: checkUps },
})

export const countCheckUp = call('PUT', '/children/:id/check-ups/:row', 'staff', {
  summary: 'Count a visit of a child as a row of the check-up plan, or take that back, for staff',
  limit: { name: 'desk-change', perMinute: 120, per: 'user' },
  params: checkUpParams,
  body: countedVisit,
  answers: { 200: checkUps },
})
