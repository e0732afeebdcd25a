import * as calls from '#contract/families/families-refusals.ts'
import { toCents } from '#contract/money.ts'
import { deskTreatmentsOn, squeezeTreatmentsOn } from '#domain/availability/desk-availability.ts'
import { bookAppointment } from '#domain/booking/book-appointment.ts'
import { readFamilyClaim } from '#domain/claims/claims.ts'
import { phoneDigits } from '#domain/dialable-phone.ts'
import { addFamily, changeFamily, removeFamily } from '#domain/front-desk/families.ts'
import {
  addFamilyChild,
  changeFamilyChild,
  changePatient,
} from '#domain/front-desk/family-children.ts'
import { proposeLink } from '#domain/front-desk/family-links.ts'
import { readFamily } from '#domain/front-desk/read-family.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findFamily, searchFamilies } from '#drizzle/queries/front-desk/families.ts'
import type { ChildRow } from '#drizzle/queries/guardians/children.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { readPage } from '#server/http/read-page.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toChildOf, toFamily, toFoundFamily, toLinkPreview } from '#server/views/families.ts'
import { withId } from '#server/views/with-id.ts'
import { bookingContextOf } from '../booking/appointments.ts'
import { ageFacts, describeBooking } from '../booking/booking-response.ts'
import { refuseChild } from '../guardians/children.ts'
import { recordView } from '../record-view.ts'

/** Finding families, and booking for them, for staff. */
export const familyRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  handle(app, calls.searchFamilies, async ({ user, query }) => {
    const from = clinicClock.moment()
    const numbers = phoneDigits(query.search, clinic.settings().country)
    const { page, last } = readPage(query.limit, (limit) =>
      searchFamilies(db, query.search, { limit, from, numbers }),
    )
    const viewed = page.map(({ id }) => id)
    await recordView(services, user, viewed, 'families')
    return { families: page.map(toFoundFamily), isCut: last !== undefined }
  })

  handle(app, calls.addFamily, async ({ user, body }, reply) => {
    const by = changeBy(services, user)
    const id = await writeTransaction(db, (tx) => addFamily(tx, body, by))
    return reply.code(201).send(withId({ id }))
  })

  handle(app, calls.getFamily, async ({ user, params }) => {
    const family = findFamily(db, params.id)
    if (!family) throw refuse(calls.getFamily, 'no_family')
    const moment = clinicClock.moment()
    const now = clinicClock.now()
    const page = readFamily(db, family, { today: moment.today, now })
    const claim = readFamilyClaim(db, family, { now, moment })
    const found = toFamily({ ...page, claim }, moment, clinic.dialer())
    const guardians = found.children.flatMap((each) => each.guardians.map(({ _id }) => _id))
    const bookers = found.appointments.flatMap(({ bookedBy }) => bookedBy?._id ?? [])
    const linked = [found.link?.account ?? [], found.linkable].flat().map(({ _id }) => _id)
    const viewed = [...new Set([found._id, ...guardians, ...bookers, ...linked])]
    await recordView(services, user, viewed, 'families')
    return found
  })

  handle(app, calls.changeFamily, async ({ user, params: { id }, body }) => {
    const by = changeBy(services, user)
    const { outcome } = await writeTransaction(db, (tx) => changeFamily(tx, { ...body, id }, by))
    if (outcome !== 'done') {
      throw refuse(calls.changeFamily, outcome === 'not_found' ? 'no_family' : outcome)
    }
    wakeRelay()
    return withId({ id })
  })

  handle(app, calls.removeFamily, async ({ user, params: { id } }) => {
    const by = changeBy(services, user)
    const { outcome } = await writeTransaction(db, (tx) => removeFamily(tx, id, by))
    if (outcome !== 'done') {
      throw refuse(calls.removeFamily, outcome === 'not_found' ? 'no_family' : outcome)
    }
    return { deletedCount: 1 }
  })

  handle(app, calls.addFamilyChild, async ({ user, params, body }, reply) => {
    const by = changeBy(services, user)
    const wanted = { family: params.id, ...body }
    const outcome = await writeTransaction(db, (tx) => addFamilyChild(tx, wanted, by))
    switch (outcome.outcome) {
      case 'done':
        return reply.code(201).send(toSavedChild(outcome.child))
      case 'no_family':
        throw refuse(calls.addFamilyChild, outcome.outcome)
      default:
        throw refuseChild(calls.addFamilyChild, outcome)
    }
  })

  handle(app, calls.changeFamilyChild, async ({ user, params: { id: family, child }, body }) => {
    const by = changeBy(services, user)
    const wanted = { family, child, ...body }
    const outcome = await writeTransaction(db, (tx) => changeFamilyChild(tx, wanted, by))
    switch (outcome.outcome) {
      case 'done':
        return toSavedChild(outcome.child)
      case 'no_family':
      case 'unknown_child':
      case 'stale':
      case 'has_appointments':
        throw refuse(calls.changeFamilyChild, outcome.outcome)
      default:
        throw refuseChild(calls.changeFamilyChild, outcome)
    }
  })

  handle(app, calls.changePatient, async ({ user, params: { id: family, appointment }, body }) => {
    const by = changeBy(services, user)
    const wanted = { family, appointment, ...body }
    const result = await writeTransaction(db, (tx) => changePatient(tx, wanted, by))
    switch (result.outcome) {
      case 'adult':
        throw refuse(calls.changePatient, result.outcome, { child: result.child.name })
      case 'age_limit': {
        const date = findAppointment(db, appointment)?.date ?? ''
        throw refuse(calls.changePatient, result.outcome, ageFacts(result, date))
      }
      case 'done': {
        wakeRelay()
        const { id, version } = result.row
        return withId({ id, version, child: toChildOf(result.row) })
      }
      default:
        throw refuse(calls.changePatient, result.outcome)
    }
  })

  handle(app, calls.bookForFamily, async ({ user, params, body }, reply) => {
    const { price, reason, squeeze, ...rest } = body
    const wanted = { ...rest, uid: params.id, priceCents: toCents(price) }
    const outcome = await writeTransaction(db, (tx) =>
      bookAppointment(tx, wanted, {
        ...bookingContextOf(services),
        desk: { actor: user.uid, reason, squeeze },
      }),
    )
    if (outcome.outcome === 'no_account') throw refuse(calls.bookForFamily, 'no_family')
    await recordView(services, user, [params.id], 'families')
    const answer = describeBooking(calls.bookForFamily, outcome, wanted)
    if (!answer.success) return reply.code(409).send(answer)
    wakeRelay()
    return reply.code(201).send(answer)
  })

  handle(app, calls.linkFamily, async ({ user, params, body }, reply) => {
    const by = changeBy(services, user)
    const wanted = { id: params.id, ...body }
    const result = await writeTransaction(db, (tx) => proposeLink(tx, wanted, by))
    if (result.outcome === 'not_found') throw refuse(calls.linkFamily, 'no_family')
    if ('state' in result) {
      wakeRelay()
      return withId({ id: result.uid, state: result.state })
    }
    const preview = result.preview && toLinkPreview(result.preview)
    await recordView(services, user, preview ? [preview.account._id] : [], 'families')
    return reply.code(409).send({ ...explain(calls.linkFamily, result.outcome), preview })
  })

  handle(app, calls.listStaffTimes, async ({ query: { date, squeeze } }) => {
    const timesOn = squeeze ? squeezeTreatmentsOn : deskTreatmentsOn
    return timesOn(db, date, clinicClock.moment())
  })
}

const toSavedChild = ({ id, name, birthDate, archivedAt }: ChildRow) =>
  withId({ id, name, birthDate, archived: archivedAt !== null })
