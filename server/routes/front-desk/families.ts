import type { LinkRefusal } from '#contract/families/families.ts'
import * as calls from '#contract/families/families-calls.ts'
import { toCents } from '#contract/money.ts'
import { deskTreatmentsOn, squeezeTreatmentsOn } from '#domain/availability/desk-availability.ts'
import { bookAppointment } from '#domain/booking/book-appointment.ts'
import { phoneDigits } from '#domain/dialable-phone.ts'
import {
  addFamily,
  changeFamily,
  type FamilyChangeOutcome,
  removeFamily,
} from '#domain/front-desk/families.ts'
import {
  addFamilyChild,
  changeFamilyChild,
  changePatient,
  type FamilyChildOutcome,
} from '#domain/front-desk/family-children.ts'
import { proposeLink } from '#domain/front-desk/family-links.ts'
import { readFamily } from '#domain/front-desk/read-family.ts'
import { findAppointment } from '#drizzle/queries/booking/appointments.ts'
import { findFamily, searchFamilies } from '#drizzle/queries/front-desk/families.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { conflict } from '#server/http/http-error.ts'
import { noFamily } from '#server/http/not-found.ts'
import { readPage } from '#server/http/read-page.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toChildOf, toFamily, toFoundFamily, toLinkPreview } from '#server/views/families.ts'
import { withId } from '#server/views/with-id.ts'
import { bookingContextOf } from '../booking/appointments.ts'
import {
  CHANGED_MEANWHILE,
  describeAgeObstacle,
  describeBooking,
  noAppointment,
} from '../booking/booking-response.ts'
import { FAMILYS_LIST, noChild, refuseChild } from '../guardians/children.ts'
import { recordView } from '../record-view.ts'

const LINK_REFUSALS: Record<LinkRefusal['code'], string> = {
  outdated: 'The appointments have changed. Please look at them again.',
  conflict:
    'Both have the same appointment, or two at the same time. Cancel or move one of them first.',
  no_account: 'There is no account with this family’s email that has been verified.',
  own_account: 'This is your own account. Ask a colleague to link it.',
  same_day: 'You changed this family’s email today. Ask a colleague, or link it tomorrow.',
}

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
    if (!family) throw noFamily()
    const moment = clinicClock.moment()
    const page = readFamily(db, family, { today: moment.today, now: clinicClock.now() })
    const found = toFamily(page, moment, clinic.dialer())
    const guardians = found.children.flatMap((each) => each.guardians.map(({ _id }) => _id))
    const bookers = found.appointments.flatMap(({ bookedBy }) => bookedBy?._id ?? [])
    const linked = [found.link?.account ?? [], found.linkable].flat().map(({ _id }) => _id)
    const viewed = [...new Set([found._id, ...guardians, ...bookers, ...linked])]
    await recordView(services, user, viewed, 'families')
    return found
  })

  handle(app, calls.changeFamily, async ({ user, params: { id }, body }) => {
    const by = changeBy(services, user)
    refuseChange(await writeTransaction(db, (tx) => changeFamily(tx, { ...body, id }, by)))
    wakeRelay()
    return withId({ id })
  })

  handle(app, calls.removeFamily, async ({ user, params: { id } }) => {
    const by = changeBy(services, user)
    refuseChange(await writeTransaction(db, (tx) => removeFamily(tx, id, by)))
    return { deletedCount: 1 }
  })

  handle(app, calls.addFamilyChild, async ({ user, params, body }, reply) => {
    const by = changeBy(services, user)
    const wanted = { family: params.id, ...body }
    const outcome = await writeTransaction(db, (tx) => addFamilyChild(tx, wanted, by))
    return reply.code(201).send(toSavedChild(outcome))
  })

  handle(app, calls.changeFamilyChild, async ({ user, params: { id: family, child }, body }) => {
    const by = changeBy(services, user)
    const wanted = { family, child, ...body }
    return toSavedChild(await writeTransaction(db, (tx) => changeFamilyChild(tx, wanted, by)))
  })

  handle(app, calls.changePatient, async ({ user, params: { id: family, appointment }, body }) => {
    const by = changeBy(services, user)
    const wanted = { family, appointment, ...body }
    const result = await writeTransaction(db, (tx) => changePatient(tx, wanted, by))
    switch (result.outcome) {
      case 'not_found':
        throw noAppointment()
      case 'unknown_child':
        throw noChild()
      case 'adult':
      case 'age_limit':
        throw conflict(
          result.outcome,
          describeAgeObstacle(result, findAppointment(db, appointment)?.date ?? ''),
        )
      case 'done': {
        wakeRelay()
        const { id, version } = result.row
        return withId({ id, version, child: toChildOf(result.row) })
      }
      default:
        throw conflict(result.outcome, PATIENT_REFUSALS[result.outcome])
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
    if (outcome.outcome === 'no_account') throw noFamily()
    await recordView(services, user, [params.id], 'families')
    const answer = describeBooking(outcome, wanted)
    if (!answer.success) return reply.code(409).send(answer)
    wakeRelay()
    return reply.code(201).send(answer)
  })

  handle(app, calls.linkFamily, async ({ user, params, body }, reply) => {
    const by = changeBy(services, user)
    const wanted = { id: params.id, ...body }
    const result = await writeTransaction(db, (tx) => proposeLink(tx, wanted, by))
    if (result.outcome === 'not_found') throw noFamily()
    if ('state' in result) {
      wakeRelay()
      return withId({ id: result.uid, state: result.state })
    }
    const { outcome: code } = result
    const preview = result.preview && toLinkPreview(result.preview)
    await recordView(services, user, preview ? [preview.account._id] : [], 'families')
    return reply.code(409).send({ code, message: LINK_REFUSALS[code], preview })
  })

  handle(app, calls.listStaffTimes, async ({ query: { date, squeeze } }) => {
    const timesOn = squeeze ? squeezeTreatmentsOn : deskTreatmentsOn
    return timesOn(db, date, clinicClock.moment())
  })
}

const PATIENT_REFUSALS = {
  stale: CHANGED_MEANWHILE,
  not_expected: 'The patient has checked in, or the appointment is over or canceled.',
  already_booked: 'They have the same treatment that day, or another appointment at that time.',
}

/** @throws HttpError unless it is done */
function toSavedChild(result: FamilyChildOutcome) {
  if ('child' in result) {
    const { id, name, birthDate, archivedAt } = result.child
    return withId({ id, name, birthDate, archived: archivedAt !== null })
  }
  if (result.outcome === 'no_family') throw noFamily()
  if (result.outcome === 'stale') {
    throw conflict('stale', 'Someone else has changed this child. Please check it again.')
  }
  throw refuseChild(result, FAMILYS_LIST)
}

const CHANGE_REFUSALS = {
  has_account: 'This family has an account: its name and email come from there.',
  stale: 'Someone else has changed this family. Please check it again.',
  has_appointments: 'This family has appointments, which the clinic keeps as its record.',
}

/** @throws HttpError unless it is done */
function refuseChange({ outcome }: FamilyChangeOutcome): void {
  if (outcome === 'done') return
  if (outcome === 'not_found') throw noFamily()
  throw conflict(outcome, CHANGE_REFUSALS[outcome])
}
