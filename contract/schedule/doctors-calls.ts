import type { Call } from '../call.ts'
import { deletion, emailParams, modification } from '../identity/users.ts'
import * as schemas from './doctors.ts'
import { deletionRefusal, doctorDeletion, impact } from './schedule.ts'

export const listTeam = {
  method: 'GET',
  path: '/team',
  access: 'everyone',
  summary: 'List doctors',
  answers: { 200: schemas.team },
} as const satisfies Call

export const listDoctors = {
  method: 'GET',
  path: '/doctor',
  access: 'admin',
  summary: 'List doctors, with the data that only admins see',
  answers: { 200: schemas.doctorList },
} as const satisfies Call

export const addDoctor = {
  method: 'POST',
  path: '/doctor',
  access: 'admin',
  summary: 'Add a doctor (upload the image first)',
  body: schemas.newDoctor,
  answers: { 201: schemas.newDoctorResponse },
} as const satisfies Call

export const changeDoctor = {
  method: 'PUT',
  path: '/doctor/:email',
  access: 'admin',
  summary: 'Change a doctor’s details and treatments',
  params: emailParams,
  body: schemas.doctorChange,
  answers: { 200: schemas.doctor, 409: schemas.doctorConflict },
} as const satisfies Call

export const changeDoctorPicture = {
  method: 'PUT',
  path: '/doctor/:email/picture',
  access: 'admin',
  summary: 'Change a doctor’s image (upload it first)',
  params: emailParams,
  body: schemas.newDoctorImage,
  answers: { 200: modification },
} as const satisfies Call

export const previewDoctorDeletion = {
  method: 'POST',
  path: '/doctor/:email/deletion/preview',
  access: 'admin',
  summary: 'List the appointments to come of a doctor who is to be deleted',
  params: emailParams,
  answers: { 200: impact },
} as const satisfies Call

export const deleteDoctor = {
  method: 'DELETE',
  path: '/doctor/:email',
  access: 'admin',
  summary: 'Remove a doctor and their image',
  params: emailParams,
  query: doctorDeletion,
  answers: { 200: deletion, 409: deletionRefusal },
} as const satisfies Call
