import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  clinicChange,
  clinicConflict,
  clinicState,
  publicClinic,
} from '#contract/schedule/clinic-settings.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { ERRORS, NEEDS_SESSION } from '#server/plugins/documentation.ts'
import type { Services } from '#server/services.ts'
import { stale } from '#server/stale.ts'

/** The clinic's details, for everyone, and its settings, for admins. */
export const clinicRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services
  const today = () => clinicClock.moment().today

  app.get(
    '/clinic',
    { schema: { summary: 'The clinic’s details', response: { 200: publicClinic, ...ERRORS } } },
    async () => clinic.details(today()),
  )

  app.get(
    '/clinic/settings',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'The clinic’s details and booking rules, to be edited',
        security: NEEDS_SESSION,
        response: { 200: clinicState, ...ERRORS },
      },
    },
    async () => clinic.state(today()),
  )

  app.put(
    '/clinic/settings',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'Change the clinic’s details and booking rules',
        security: NEEDS_SESSION,
        body: clinicChange,
        response: { 200: clinicState, 409: clinicConflict, ...ERRORS },
      },
    },
    async ({ user, body }, reply) => {
      const by = { actor: user.uid, now: clinicClock.now() }
      const outcome = await writeTransaction(db, (tx) => clinic.change(tx, body, by))
      const current = clinic.state(today())
      if (outcome === 'stale') return reply.code(409).send(stale(current))
      wakeRelay()
      return current
    },
  )
}
