import * as z from 'zod/mini'
import * as words from '#words/en/messages/ids.ts'

// Ids in payloads, each with its message for an invalid one. People choose the last two from lists.

export const appointmentId = z.uuid(words.invalidAppointmentId)
export const treatmentId = z.uuid(words.invalidTreatmentId)
export const doctorId = z.uuid(words.chooseDoctorFromTheList)
export const childId = z.uuid(words.chooseChildFromYourList)

/**
 * An id that another system may have created.
 * @param name what it identifies: 'user'
 */
export const foreignId = (name: string) =>
  z.string().check(z.regex(/^[^\s\p{C}]{1,255}$/u, `Invalid ${name} ID`))

export const uid = foreignId('user')
/** A uid, or the id of a family without an account. */
export const familyId = foreignId('family')
export const sessionId = foreignId('session')
export const paymentId = foreignId('payment')
/** Id of an entry of any list. */
export const subjectId = foreignId('entry')

/** Paths of an appointment: `/appointments/{id}`. */
export const appointmentParams = z.object({ id: appointmentId })
