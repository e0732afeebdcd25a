import { call } from '../call.ts'
import { childParams } from '../guardians/children.ts'
import * as schemas from './alerts.ts'

export const listAlerts = call('GET', '/children/:id/alerts', 'care', {
  summary: 'Alerts of a child and their history, for staff and the child’s doctors of the day',
  params: childParams,
  answers: { 200: schemas.childAlerts },
})

export const addAlert = call('POST', '/children/:id/alerts', 'care', {
  summary: 'Add an alert to a child, for staff and the child’s doctors of the day',
  params: childParams,
  body: schemas.newAlert,
  answers: { 201: schemas.childAlert },
})

export const changeAlert = call('PUT', '/children/:id/alerts/:alert', 'care', {
  summary: 'Change or remove an alert of a child, for staff and the child’s doctors of the day',
  params: schemas.alertParams,
  body: schemas.alertChange,
  answers: { 200: schemas.childAlert, 409: schemas.alertConflict },
})
