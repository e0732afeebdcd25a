import { z } from 'zod'
import { UNPAID_LIMIT } from '#contract/booking/appointments.ts'
import * as calls from '#contract/booking/booking-refusals.ts'
import { PROPOSED_LINKS_COUNT, SHARED_COUNT } from '#contract/guardians/guardians.ts'
import { appointmentParams } from '#contract/ids.ts'
import { toCents } from '#contract/money.ts'
import { NEXT_VISITS_COUNT } from '#contract/next-visits/next-visits-count.ts'
import { listAppointmentReceipts } from '#contract/payments/payments-refusals.ts'
import type { Refusing } from '#contract/refusals/refusals.ts'
import { noAppointment } from '#contract/refusals/shared-refusals.ts'
import { TO_ANSWER_COUNT } from '#contract/reoffer.ts'
import {
  type BookingContext,
  bookAppointment,
  reachedUnpaidLimit,
} from '#domain/booking/book-appointment.ts'
import { listProposals } from '#domain/front-desk/family-links.ts'
import {
  findAccess,
  isPast,
  listShared,
  showAppointment,
  showAppointments,
} from '#domain/guardians/appointment-access.ts'
import { readVisit, readVisits } from '#domain/guardians/read-visits.ts'
import { calendarFile, sequenceOf } from '#domain/notifications/content/calendar-file.ts'
import { speak } from '#domain/notifications/content/speech.ts'
import { emailSender } from '#domain/notifications/sending/connect-mail.ts'
import { translationsOf } from '#domain/own-words.ts'
import { listAppointments } from '#drizzle/queries/booking/appointments.ts'
import { listPastAppointments } from '#drizzle/queries/booking/history.ts'
import { listTicketsOfGuardian } from '#drizzle/queries/next-visits/tickets.ts'
import { countToAnswer } from '#drizzle/queries/waitlist/entry-lists.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { readPage } from '#server/http/read-page.ts'
import { refuse } from '#server/http/refuse.ts'
import { ERRORS, handle, NEEDS_SESSION, type Routes } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { spokenLanguage } from '#server/http/spoken-language.ts'
import { toAppointmentFor } from '#server/views/appointments.ts'
import { toOutcome, toOwnReceipt, toPastAppointment } from '#server/views/history.ts'
import { findNotOpenRefusal } from '../not-open.ts'
import { describeBooking, requireOwnEmail } from './booking-response.ts'

/** The clock and the present rules for bookings. */
export function bookingContextOf({
  clinic,
  clinicClock,
}: Pick<Services, 'clinic' | 'clinicClock'>) {
  const { unpaidAppointments, unpaidAppointmentsUnverified, refundBands } = clinic.settings()
  return {
    moment: clinicClock.moment(),
    now: clinicClock.now(),
    terms: { bands: refundBands },
    unpaidLimits: { verified: unpaidAppointments, unverified: unpaidAppointmentsUnverified },
  } satisfies BookingContext
}

const CALENDAR_FILE = { refusals: noAppointment }

/** Booking, and the user's own appointments. */
export const appointmentRoutes: Routes = (app, services) => {
  const { db, env, clinic, clinicClock, wakeRelay } = services

  handle(app, calls.bookAppointment, async ({ user, body }, reply) => {
    requireOwnEmail(calls.bookAppointment, body.email, user)
    const { price, ...rest } = body
    const wanted = { ...rest, uid: user.uid, priceCents: toCents(price) }
    const outcome = await writeTransaction(
      db,
      (tx) =>
        findNotOpenRefusal(calls.bookAppointment, tx, services) ??
        bookAppointment(tx, wanted, bookingContextOf(services)),
    )
    if ('code' in outcome) return reply.code(409).send(outcome)
    const answer = describeBooking(calls.bookAppointment, outcome, wanted)
    if (!answer.success) return reply.code(409).send(answer)
    wakeRelay()
    return reply.code(201).send(answer)
  })

  handle(app, calls.listAppointments, async ({ user, query }, reply) => {
    if (query.patient !== user.email) throw refuse(calls.listAppointments, 'other_account')
    const { uid } = user
    const asked = { uid, moment: clinicClock.moment() }
    const shared = listShared(db, uid, asked.moment)
    reply.header(SHARED_COUNT, shared.length)
    reply.header(TO_ANSWER_COUNT, countToAnswer(db, uid))
    reply.header(NEXT_VISITS_COUNT, listTicketsOfGuardian(db, uid).length)
    reply.header(PROPOSED_LINKS_COUNT, listProposals(db, user).length)
    const reached = reachedUnpaidLimit(db, user, bookingContextOf(services))
    if (reached !== null) reply.header(UNPAID_LIMIT, reached)
    return showAppointments(db, listAppointments(db, uid), asked).map((shown) =>
      toAppointmentFor(shown, user),
    )
  })

  handle(app, calls.listHistory, async ({ user, query: { before, limit } }) => {
    const { uid } = user
    const moment = clinicClock.moment()
    const { page, last } = readPage(limit, (most) =>
      listPastAppointments(db, { uid, moment, before, limit: most }),
    )
    const visits = readVisits(db, page, uid)
    return {
      appointments: visits.map((visit) => toPastAppointment(visit, user, clinicClock.now())),
      next: last?.id ?? null,
    }
  })

  handle(app, listAppointmentReceipts, async ({ user: { uid }, params }) => {
    const { receipts } = readVisit(db, find(listAppointmentReceipts, params.id, uid).row, uid)
    return receipts.map(toOwnReceipt)
  })

  handle(app, calls.getAppointment, async ({ user, params }) => {
    const access = find(calls.getAppointment, params.id, user.uid)
    const shown = toAppointmentFor(showAppointment(db, access, user.uid), user)
    const { row } = access
    if (!isPast(row, clinicClock.moment())) return shown
    const cancelledOn = row.cancelledAt && clinicClock.dayOf(row.cancelledAt)
    return {
      ...shown,
      outcome: toOutcome(readVisit(db, row, user.uid), cancelledOn, clinicClock.now()),
    }
  })

  app.get(
    '/appointment/:id/calendar',
    {
      config: CALENDAR_FILE,
      preValidation: app.requireUser,
      schema: {
        operationId: 'getCalendarFile',
        tags: ['appointments'],
        summary: 'Download one of your appointments as a calendar file',
        security: NEEDS_SESSION,
        params: appointmentParams,
        produces: ['text/calendar'],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async ({ user, params }, reply) => {
      const { row } = find(CALENDAR_FILE, params.id, user.uid)
      const { content } = calendarFile(
        {
          appointment: { ...row, sequence: sequenceOf(row), changedAt: clinicClock.now() },
          isCancelled: row.status === 'cancelled',
        },
        speak(
          spokenLanguage(),
          emailSender(env, {
            clinic: clinic.settings(),
            translationsOf: (language) => translationsOf(db, language),
          }),
        ),
      )
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="appointment.ics"')
        .send(content)
    },
  )

  /** 404 for another family's appointment, whose existence is private. */
  function find(call: Refusing<typeof noAppointment>, id: string, uid: string) {
    const access = findAccess(db, { id, uid }, clinicClock.moment())
    if (!access) throw refuse(call, 'not_found')
    return access
  }
}
