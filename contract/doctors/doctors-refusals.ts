import { beside, type Refusals, refusing } from '../refusals/refusals.ts'
import { stale } from '../refusals/shared-refusals.ts'
import { outdated } from '../schedule/schedule-refusals.ts'
import * as doctors from './doctors-calls.ts'

// A call that is declared again below, with its refusals, replaces the export of the same name.
export * from './doctors-calls.ts'

const noDoctor = {
  unknown_doctor: [404, 'No doctor has this email.', 'not_found'],
} as const satisfies Refusals

/** Why a doctor's details are refused. */
const wrongDetails = {
  unknown_specialty: [
    400,
    beside('specialty', 'Choose a specialty from the list'),
    'invalid_input',
  ],
  doctor_exists: [409, 'A doctor with this email already exists.'],
} as const satisfies Refusals

/** Why a doctor's photo is refused. */
export const wrongImage = {
  unknown_image: [400, beside('img', 'Please upload the image again'), 'invalid_input'],
  image_taken: [409, 'That photo is already used for another doctor.'],
} as const satisfies Refusals

export const addDoctor = refusing(doctors.addDoctor, { ...wrongDetails, ...wrongImage })

export const changeDoctor = refusing(doctors.changeDoctor, {
  ...noDoctor,
  ...wrongDetails,
  ...stale,
  unknown_treatment: [
    400,
    beside('treatments', 'A treatment does not exist any more'),
    'invalid_input',
  ],
})

export const changeDoctorPicture = refusing(doctors.changeDoctorPicture, {
  ...noDoctor,
  ...wrongImage,
})

export const previewDoctorDeletion = refusing(doctors.previewDoctorDeletion, noDoctor)

export const deleteDoctor = refusing(doctors.deleteDoctor, {
  ...noDoctor,
  ...outdated,
  doctor_has_appointments: [
    409,
    'This doctor has coming appointments. Decide about them, and delete the doctor again.',
  ],
})
