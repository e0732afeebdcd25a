import { call } from '../call.ts'
import { deletion, modification } from '../change-counts.ts'
import { emailParams } from '../identity/users.ts'
import { deletionRefusal, doctorDeletion, impact } from '../schedule/schedule.ts'
import * as schemas from './doctors.ts'

export const listTeam = call('GET', '/team', 'everyone', {
  summary: 'List doctors',
  answers: { 200: schemas.team },
})

export const listDoctors = call('GET', '/doctor', 'admin', {
  summary: 'List doctors, with the data that only admins see',
  answers: { 200: schemas.doctorList },
})

export const addDoctor = call('POST', '/doctor', 'admin', {
  summary: 'Add a doctor (upload the image first)',
  body: schemas.newDoctor,
  answers: { 201: schemas.newDoctorResponse },
})

export const changeDoctor = call('PUT', '/doctor/:email', 'admin', {
  summary: 'Change a doctor’s details and treatments',
  params: emailParams,
  body: schemas.doctorChange,
  answers: { 200: schemas.doctor, 409: schemas.doctorConflict },
})

export const changeDoctorPicture = call('PUT', '/doctor/:email/picture', 'admin', {
  summary: 'Change a doctor’s image (upload it first)',
  params: emailParams,
  body: schemas.newDoctorImage,
  answers: { 200: modification },
})

export const previewDoctorDeletion = call('POST', '/doctor/:email/deletion/preview', 'admin', {
  summary: 'List the upcoming appointments of a doctor who is to be deleted',
  params: emailParams,
  answers: { 200: impact },
})

export const deleteDoctor = call('DELETE', '/doctor/:email', 'admin', {
  summary: 'Remove a doctor and their image',
  params: emailParams,
  query: doctorDeletion,
  answers: { 200: deletion, 409: deletionRefusal },
})
