import type { Call } from '../call.ts'
import { childParams } from '../guardians/children.ts'
import {
  alertChange,
  alertConflict,
  alertParams,
  childAlert,
  childAlerts,
  newAlert,
} from './alerts.ts'

export const listAlerts = {
  method: 'GET',
  path: '/children/:id/alerts',
  access: 'care',
  summary: 'Alerts of a child and their history, for staff and the child’s doctors of the day',
  params: childParams,
  answers: { 200: childAlerts },
} as const satisfies Call

export const addAlert = {
  method: 'POST',
  path: '/children/:id/alerts',
  access: 'care',
  summary: 'Add an alert to a child, for staff and the child’s doctors of the day',
  params: childParams,
  body: newAlert,
  answers: { 201: childAlert },
} as const satisfies Call

export const changeAlert = {
  method: 'PUT',
  path: '/children/:id/alerts/:alert',
  access: 'care',
  summary: 'Change or remove an alert of a child, for staff and the child’s doctors of the day',
  params: alertParams,
  body: alertChange,
  answers: { 200: childAlert, 409: alertConflict },
} as const satisfies Call
