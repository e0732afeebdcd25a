import type { Call } from '../call.ts'
import { modification } from '../identity/users.ts'
import * as schemas from './treatment-admin.ts'

export const listTreatments = {
  method: 'GET',
  path: '/treatments',
  access: 'admin',
  summary: 'List all treatments, with the data that only admins see',
  answers: { 200: schemas.treatmentAdministration },
} as const satisfies Call

export const listComing = {
  method: 'GET',
  path: '/treatments/:id/coming',
  access: 'admin',
  summary: 'List the times of a treatment’s coming appointments, to say what a change would affect',
  params: schemas.treatmentParams,
  answers: { 200: schemas.comingAppointments },
} as const satisfies Call

export const addTreatment = {
  method: 'POST',
  path: '/treatments',
  access: 'admin',
  summary: 'Add a treatment',
  body: schemas.newTreatment,
  answers: { 201: schemas.newTreatmentResponse },
} as const satisfies Call

export const orderTreatments = {
  method: 'PUT',
  path: '/treatments/order',
  access: 'admin',
  summary: 'Change the order of the treatments',
  body: schemas.treatmentOrder,
  answers: { 200: modification, 409: schemas.orderConflict },
} as const satisfies Call

export const changeTreatment = {
  method: 'PUT',
  path: '/treatments/:id',
  access: 'admin',
  summary: 'Change a treatment',
  params: schemas.treatmentParams,
  body: schemas.treatmentChange,
  answers: { 200: schemas.adminTreatment, 409: schemas.treatmentConflict },
} as const satisfies Call

export const planPrice = {
  method: 'POST',
  path: '/treatments/:id/prices',
  access: 'admin',
  summary: 'Plan a price from today or a later day on',
  params: schemas.treatmentParams,
  body: schemas.newPrice,
  answers: { 201: schemas.adminTreatment, 409: schemas.treatmentConflict },
} as const satisfies Call

export const withdrawPrice = {
  method: 'DELETE',
  path: '/treatments/:id/prices/:validFrom',
  access: 'admin',
  summary: 'Withdraw a price before its day',
  params: schemas.priceParams,
  query: schemas.priceWithdrawal,
  answers: { 200: schemas.adminTreatment, 409: schemas.treatmentConflict },
} as const satisfies Call
