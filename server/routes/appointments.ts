import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  appointment,
  appointmentList,
  appointmentParams,
  appointmentsQuery,
  bookingRefusal,
  bookingSuccess,
  newAppointment,
} from '../../contract/appointments.ts'
import { toCents } from '../../contract/money.ts'
import { bookAppointment } from '../../domain/booking/book-appointment.ts'
import { calendarFile } from '../../domain/notifications/calendar-file.ts'
import { emailSender } from '../../domain/notifications/connect-mail.ts'
import {
  findOwnAppointment,
  listAppointments,
  toAppointment,
} from '../../drizzle/queries/appointments.ts'
import { writeTransaction } from '../../drizzle/write-transaction.ts'
import { forbidden } from '../plugins/authentication.ts'
import { ERRORS, NEEDS_SESSION } from '../plugins/documentation.ts'
import type { Services } from '../services.ts'
import { describeBooking, noAppointment } from './booking-response.ts'

/** Booking, and the user's own appointments. */
export const appointmentRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, env, clinic, clinicClock, wakeRelay } = services

  app.post(
    '/appointments',
    {
      preValidation: [
        app.requireUser,
        app.limitTo({ name: 'booking', perMinute: 20, per: 'user' }),
      ],
      schema: {
        summary: 'Book an appointment',
        security: NEEDS_SESSION,
        body: newAppointment,
        response: { 201: bookingSuccess, 409: bookingRefusal, ...ERRORS },
      },
    },
    async ({ user, body }, reply) => {
      if (body.email !== user.email) {
        throw forbidden('You can only book for your own account.')
      }
      const { treatment, date, slot, doctor, price, phone, address } = body
      const priceCents = toCents(price)
      const { unpaidAppointments, unpaidAppointmentsUnverified } = clinic.settings()
      const wish = { uid: user.uid, treatment, date, slot, doctor, priceCents, phone, address }
      const outcome = await writeTransaction(db, () =>
        bookAppointment(db, wish, {
          moment: clinicClock.moment(),
          now: clinicClock.now(),
          unpaidLimits: {
            verified: unpaidAppointments,
            unverified: unpaidAppointmentsUnverified,
          },
        }),
      )
      const answer = describeBooking(outcome, wish)
      if (!answer.success) return reply.code(409).send(answer)
      wakeRelay()
      return reply.code(201).send(answer)
    },
  )

  app.get(
    '/appointments',
    {
      preValidation: app.requireUser,
      schema: {
        summary: 'List your appointments, latest first',
        security: NEEDS_SESSION,
        querystring: appointmentsQuery,
        response: { 200: appointmentList, ...ERRORS },
      },
    },
    async ({ user, query }) => {
      if (query.patient !== user.email) {
        throw forbidden('You can only see your own appointments.')
      }
      return listAppointments(db, user.uid).map(toAppointment)
    },
  )

  app.get(
    '/appointment/:id',
    {
      preValidation: app.requireUser,
      schema: {
        summary: 'Get one of your appointments',
        security: NEEDS_SESSION,
        params: appointmentParams,
        response: { 200: appointment, ...ERRORS },
      },
    },
    async ({ user, params }) => {
      return toAppointment(findOwn(params.id, user.uid))
    },
  )

  app.get(
    '/appointment/:id/calendar',
    {
      preValidation: app.requireUser,
      schema: {
        summary: 'Download one of your appointments as a calendar file',
        security: NEEDS_SESSION,
        params: appointmentParams,
        produces: ['text/calendar'],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async ({ user, params }, reply) => {
      const own = findOwn(params.id, user.uid)
      const { content } = calendarFile(
        {
          appointment: { ...own, changedAt: clinicClock.now() },
          isCancelled: own.status === 'cancelled',
        },
        emailSender(env, clinic.settings()),
      )
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="appointment.ics"')
        .send(content)
    },
  )

  /** 404 for another user's appointment: its existence is private. */
  function findOwn(id: string, uid: string) {
    const own = findOwnAppointment(db, { id, uid })
    if (!own) throw noAppointment()
    return own
  }
}
