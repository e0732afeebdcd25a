import { call } from '../call.ts'
import { modification } from '../change-counts.ts'
import * as schemas from './treatment-admin.ts'

export const listTreatments = call('GET', '/treatments', 'admin', {
  summary: 'List all treatments, with the data that only admins see',
  answers: { 200: schemas.treatmentAdministration },
})

export const listComing = call('GET', '/treatments/:id/coming', 'admin', {
  summary:
    'List the times of a treatment’s upcoming appointments, to show what a change would affect',
  params: schemas.treatmentParams,
  answers: { 200: schemas.comingAppointments },
})

export const addTreatment = call('POST', '/treatments', 'admin', {
  summary: 'Add a treatment',
  body: schemas.newTreatment,
  answers: { 201: schemas.newTreatmentResponse },
})

export const orderTreatments = call('PUT', '/treatments/order', 'admin', {
  summary: 'Change the order of the treatments',
  body: schemas.treatmentOrder,
  answers: { 200: modification, 409: schemas.orderConflict },
})

export const changeTreatment = call('PUT', '/treatments/:id', 'admin', {
  summary: 'Change a treatment',
  params: schemas.treatmentParams,
  body: schemas.treatmentChange,
  answers: { 200: schemas.adminTreatment, 409: schemas.treatmentConflict },
})

export const planPrice = call('POST', '/treatments/:id/prices', 'admin', {
  summary: 'Plan a price from today or a later day on',
  params: schemas.treatmentParams,
  body: schemas.newPrice,
  answers: { 201: schemas.adminTreatment, 409: schemas.treatmentConflict },
})

export const withdrawPrice = call('DELETE', '/treatments/:id/prices/:validFrom', 'admin', {
  summary: 'Withdraw a price before its day',
  params: schemas.priceParams,
  query: schemas.priceWithdrawal,
  answers: { 200: schemas.adminTreatment, 409: schemas.treatmentConflict },
})
