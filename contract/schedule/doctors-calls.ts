import type { Call } from '../call.ts'
import { deletion, emailParams, modification } from '../identity/users.ts'
import {
  doctor,
  doctorChange,
  doctorConflict,
  doctorList,
  newDoctor,
  newDoctorImage,
  newDoctorResponse,
  team,
} from './doctors.ts'
import { deletionRefusal, doctorDeletion, impact } from './schedule.ts'

export const listTeam = {
  method: 'GET',
  path: '/team',
  access: 'everyone',
  summary: 'List doctors',
  answers: { 200: team },
} as const satisfies Call

export const listDoctors = {
  method: 'GET',
  path: '/doctor',
  access: 'admin',
  summary: 'List doctors, with the data that only admins see',
  answers: { 200: doctorList },
} as const satisfies Call

export const addDoctor = {
  method: 'POST',
  path: '/doctor',
  access: 'admin',
  summary: 'Add a doctor (upload the image first)',
  body: newDoctor,
  answers: { 201: newDoctorResponse },
} as const satisfies Call

export const changeDoctor = {
  method: 'PUT',
  path: '/doctor/:email',
  access: 'admin',
  summary: 'Change a doctor’s details and treatments',
  params: emailParams,
  body: doctorChange,
  answers: { 200: doctor, 409: doctorConflict },
} as const satisfies Call

export const changeDoctorPicture = {
  method: 'PUT',
  path: '/doctor/:email/picture',
  access: 'admin',
  summary: 'Change a doctor’s image (upload it first)',
  params: emailParams,
  body: newDoctorImage,
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
