import * as calls from '#contract/doctors/doctors-calls.ts'
import { imageIdOf, imageUrl } from '#contract/images/images.ts'
import { keepCapacityInSteps } from '#domain/insights/capacity.ts'
import { deleteDoctor, previewDoctorDeletion } from '#domain/schedule/delete-doctor.ts'
import { addDoctor, changeDoctor, replaceImage } from '#domain/schedule/doctors.ts'
import { listDoctorsAtWork } from '#domain/schedule/doctors-at-work.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { conflict, HttpError, invalidInput } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import { toDoctor, toTeamMember } from '#server/views/doctors.ts'
import { outdated, showImpact } from './schedule-response.ts'

/** The clinic's doctors: public, and with private data for admins. */
export const doctorRoutes: Routes = (app, services) => {
  const { db, images, clinicClock, wakeRelay } = services

  const doctorsAtWork = () =>
    listDoctorsAtWork(db, clinicClock.moment()).map((one) => toDoctor(one, images.sourcesOf))
  function doctorWith(email: string) {
    const found = doctorsAtWork().find((one) => one.email === email)
    if (!found) throw refusal('unknown_doctor')
    return found
  }

  handle(app, calls.listTeam, async () =>
    listDoctors(db).map((doctor) => toTeamMember(doctor, images.sourcesOf)),
  )

  handle(app, calls.listDoctors, async () => doctorsAtWork())

  handle(app, calls.addDoctor, async ({ user, body: { img, ...fields } }, reply) => {
    const wanted = { ...fields, imageId: readImageId(img) }
    const change = changeBy(services, user)
    const added = await writeTransaction(db, (tx) => addDoctor(tx, wanted, change))
    if (added.outcome !== 'added') throw refusal(added.outcome)
    wakeRelay()
    reply.code(201)
    return { insertedId: added.id }
  })

  handle(
    app,
    calls.changeDoctor,
    async ({ user, params: { email }, body: { version, ...wanted } }, reply) => {
      const change = changeBy(services, user)
      const outcome = await writeTransaction(db, (tx) =>
        changeDoctor(tx, { email, version }, wanted, change),
      )
      if (outcome === 'stale') return reply.code(409).send(stale(doctorWith(email)))
      if (outcome !== 'changed' && outcome !== 'unchanged') throw refusal(outcome)
      wakeRelay()
      return doctorWith(wanted.email)
    },
  )

  handle(app, calls.changeDoctorPicture, async ({ user, params, body }) => {
    const picture = { email: params.email, imageId: readImageId(body.img) }
    const change = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => replaceImage(tx, picture, change))
    if (outcome !== 'replaced') throw refusal(outcome)
    wakeRelay()
    return { modifiedCount: 1 }
  })

  handle(app, calls.previewDoctorDeletion, async ({ user, params: { email } }) => {
    const affected = previewDoctorDeletion(db, email, clinicClock.moment())
    if (!affected) throw refusal('unknown_doctor')
    return showImpact(services, user, affected)
  })

  handle(app, calls.deleteDoctor, async ({ user, params: { email }, query }, reply) => {
    const context = changeBy(services, user)
    await keepCapacityInSteps(db, context.moment)
    const deleted = await writeTransaction(db, (tx) =>
      deleteDoctor(tx, { email, ...query }, context),
    )
    if (deleted.outcome === 'outdated') {
      return reply.code(409).send(outdated(await showImpact(services, user, deleted.affected)))
    }
    if (deleted.outcome !== 'deleted') throw refusal(deleted.outcome)
    wakeRelay()
    return { deletedCount: 1 }
  })
}

/** Accepts exactly the URL in the response to an upload. */
function readImageId(img: string): string {
  const id = imageIdOf(img)
  if (id === null || imageUrl(id) !== img) throw refusal('unknown_image')
  return id
}

const REFUSALS = {
  unknown_specialty: () => invalidInput('specialty', 'Choose a specialty from the list'),
  unknown_image: () => invalidInput('img', 'Please upload the image again'),
  unknown_treatment: () => invalidInput('treatments', 'A treatment does not exist any more'),
  unknown_doctor: () => new HttpError(404, 'not_found', 'No doctor has this email.'),
  doctor_exists: () => conflict('doctor_exists', 'A doctor with this email already exists.'),
  image_taken: () => conflict('image_taken', 'That photo is already used for another doctor.'),
  doctor_has_appointments: () =>
    conflict(
      'doctor_has_appointments',
      'This doctor has coming appointments. Decide about them, and delete the doctor again.',
    ),
}

const refusal = (reason: keyof typeof REFUSALS) => REFUSALS[reason]()
