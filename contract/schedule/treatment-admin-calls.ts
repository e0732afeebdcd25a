import type { Call } from '../call.ts'
import { modification } from '../identity/users.ts'
import {
  adminTreatment,
  comingAppointments,
  newPrice,
  newTreatment,
  newTreatmentResponse,
  orderConflict,
  priceParams,
  priceWithdrawal,
  treatmentAdministration,
  treatmentChange,
  treatmentConflict,
  treatmentOrder,
  treatmentParams,
} from './treatment-admin.ts'

export const listTreatments = {
  method: 'GET',
  path: '/treatments',
  access: 'admin',
  summary: 'List all treatments, with the data that only admins see',
  answers: { 200: treatmentAdministration },
} as const satisfies Call

export const listComing = {
  method: 'GET',
  path: '/treatments/:id/coming',
  access: 'admin',
  summary: 'List the times of a treatment’s coming appointments, to say what a change would affect',
  params: treatmentParams,
  answers: { 200: comingAppointments },
} as const satisfies Call

export const addTreatment = {
  method: 'POST',
  path: '/treatments',
  access: 'admin',
  summary: 'Add a treatment',
  body: newTreatment,
  answers: { 201: newTreatmentResponse },
} as const satisfies Call

export const orderTreatments = {
  method: 'PUT',
  path: '/treatments/order',
  access: 'admin',
  summary: 'Change the order of the treatments',
  body: treatmentOrder,
  answers: { 200: modification, 409: orderConflict },
} as const satisfies Call

export const changeTreatment = {
  method: 'PUT',
  path: '/treatments/:id',
  access: 'admin',
  summary: 'Change a treatment',
  params: treatmentParams,
  body: treatmentChange,
  answers: { 200: adminTreatment, 409: treatmentConflict },
} as const satisfies Call

export const planPrice = {
  method: 'POST',
  path: '/treatments/:id/prices',
  access: 'admin',
  summary: 'Plan a price from today or a later day on',
  params: treatmentParams,
  body: newPrice,
  answers: { 201: adminTreatment, 409: treatmentConflict },
} as const satisfies Call

export const withdrawPrice = {
  method: 'DELETE',
  path: '/treatments/:id/prices/:validFrom',
  access: 'admin',
  summary: 'Withdraw a price before its day',
  params: priceParams,
  query: priceWithdrawal,
  answers: { 200: adminTreatment, 409: treatmentConflict },
} as const satisfies Call
