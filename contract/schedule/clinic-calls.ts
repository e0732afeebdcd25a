import type { Call } from '../call.ts'
import { clinicChange, clinicConflict, clinicState, publicClinic } from './clinic-settings.ts'

export const getClinic = {
  method: 'GET',
  path: '/clinic',
  access: 'everyone',
  summary: 'The clinic’s details',
  answers: { 200: publicClinic },
} as const satisfies Call

export const getClinicSettings = {
  method: 'GET',
  path: '/clinic/settings',
  access: 'admin',
  summary: 'The clinic’s details and booking rules, to be edited',
  answers: { 200: clinicState },
} as const satisfies Call

export const changeClinicSettings = {
  method: 'PUT',
  path: '/clinic/settings',
  access: 'admin',
  summary: 'Change the clinic’s details and booking rules',
  body: clinicChange,
  answers: { 200: clinicState, 409: clinicConflict },
} as const satisfies Call
