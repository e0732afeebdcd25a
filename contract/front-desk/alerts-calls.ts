import type { Call } from '../call.ts'
import { childParams } from '../guardians/children.ts'
import * as schemas from './alerts.ts'

export const listAlerts = {
  method: 'GET',
  path: '/children/:id/alerts',
  access: 'care',
  summary: 'Alerts of a child and their history, for staff and the child’s doctors of the day',
  params: childParams,
  answers: { 200: schemas.childAlerts },
} as const satisfies Call

export const addAlert = {
  method: 'POST',
  path: '/children/:id/alerts',
  access: 'care',
  summary: 'Add an alert to a child, for staff and the child’s doctors of the day',
  params: childParams,
  body: schemas.newAlert,
  answers: { 201: schemas.childAlert },
} as const satisfies Call

export const changeAlert = {
  method: 'PUT',
  path: '/children/:id/alerts/:alert',
  access: 'care',
  summary: 'Change or remove an alert of a child, for staff and the child’s doctors of the day',
  params: schemas.alertParams,
  body: schemas.alertChange,
  answers: { 200: schemas.childAlert, 409: schemas.alertConflict },
} as const satisfies Call
