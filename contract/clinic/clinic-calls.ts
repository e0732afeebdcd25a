import { call } from '../call.ts'
import { clinicChange, clinicConflict, clinicState, publicClinic } from './clinic-settings.ts'

export const getClinic = call('GET', '/clinic', 'everyone', {
  summary: 'The clinic’s details',
  answers: { 200: publicClinic },
})

export const getClinicSettings = call('GET', '/clinic/settings', 'admin', {
  summary: 'The clinic’s details and booking rules, to be edited',
  answers: { 200: clinicState },
})

export const changeClinicSettings = call('PUT', '/clinic/settings', 'admin', {
  summary: 'Change the clinic’s details and booking rules',
  body: clinicChange,
  answers: { 200: clinicState, 409: clinicConflict },
})
