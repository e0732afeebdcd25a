import * as calls from '#contract/doctors/doctors-refusals.ts'
import { imageIdOf, imageUrl } from '#contract/images/images.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import { keepCapacityInSteps } from '#domain/insights/capacity.ts'
import { deleteDoctor, previewDoctorDeletion } from '#domain/schedule/delete-doctor.ts'
import { addDoctor, changeDoctor, replaceImage } from '#domain/schedule/doctors.ts'
import { listDoctorsAtWork } from '#domain/schedule/doctors-at-work.ts'
import { listDoctors } from '#drizzle/queries/schedule/doctors.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import { toDoctor, toTeamMember } from '#server/views/doctors.ts'
import { explainOutdated, showImpact } from './schedule-response.ts'

/** The clinic's doctors: public data, and private data for admins. */
export const doctorRoutes: Routes = (app, services) => {
  const { db, images, clinicClock, wakeRelay } = services

  const doctorsAtWork = () =>
    listDoctorsAtWork(db, clinicClock.moment()).map((one) => toDoctor(one, images.sourcesOf))
  function changedDoctor(email: string) {
    const found = doctorsAtWork().find((one) => one.email === email)
    if (!found) throw refuse(calls.changeDoctor, 'unknown_doctor')
    return found
  }

  handle(app, calls.listTeam, async () =>
    listDoctors(db).map((doctor) => toTeamMember(doctor, images.sourcesOf)),
  )

  handle(app, calls.listDoctors, async () => doctorsAtWork())

  handle(app, calls.addDoctor, async ({ user, body: { img, ...fields } }, reply) => {
    const wanted = { ...fields, imageId: readImageId(calls.addDoctor, img) }
    const change = changeBy(services, user)
    const added = await writeTransaction(db, (tx) => addDoctor(tx, wanted, change))
    if (added.outcome !== 'added') throw refuse(calls.addDoctor, added.outcome)
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
      if (outcome === 'stale')
        return reply.code(409).send(stale(calls.changeDoctor, changedDoctor(email)))
      if (outcome !== 'changed' && outcome !== 'unchanged') {
        throw refuse(calls.changeDoctor, outcome)
      }
      wakeRelay()
      return changedDoctor(wanted.email)
    },
  )

  handle(app, calls.changeDoctorPicture, async ({ user, params, body }) => {
    const picture = {
      email: params.email,
      imageId: readImageId(calls.changeDoctorPicture, body.img),
    }
    const change = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => replaceImage(tx, picture, change))
    if (outcome !== 'replaced') throw refuse(calls.changeDoctorPicture, outcome)
    wakeRelay()
    return { modifiedCount: 1 }
  })

  handle(app, calls.previewDoctorDeletion, async ({ user, params: { email } }) => {
    const affected = previewDoctorDeletion(db, email, clinicClock.moment())
    if (!affected) throw refuse(calls.previewDoctorDeletion, 'unknown_doctor')
    return showImpact(services, user, affected)
  })

  handle(app, calls.deleteDoctor, async ({ user, params: { email }, query }, reply) => {
    const context = changeBy(services, user)
    await keepCapacityInSteps(db, context.moment)
    const deleted = await writeTransaction(db, (tx) =>
      deleteDoctor(tx, { email, ...query }, context),
    )
    if (deleted.outcome === 'outdated') {
      const impact = await showImpact(services, user, deleted.affected)
      return reply.code(409).send(explainOutdated(calls.deleteDoctor, impact))
    }
    if (deleted.outcome !== 'deleted') throw refuse(calls.deleteDoctor, deleted.outcome)
    wakeRelay()
    return { deletedCount: 1 }
  })
}

/** Accepts exactly the URL in the response to an upload. */
function readImageId(call: Refusing<typeof calls.wrongImage>, img: string): string {
  const id = imageIdOf(img)
  if (id === null || imageUrl(id) !== img) throw refuse(call, 'unknown_image')
  return id
}
