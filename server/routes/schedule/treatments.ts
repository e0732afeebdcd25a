import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { availabilityQuery, treatmentList } from '#contract/schedule/treatments.ts'
import * as calls from '#contract/schedule/treatments-calls.ts'
import { listOfferedTreatments, toTreatment } from '#drizzle/queries/schedule/schedule.ts'
import { ERRORS } from '#server/plugins/documentation.ts'
import { routeOf } from '#server/route.ts'
import type { Services } from '#server/services.ts'

/** What can be booked: `GET /services` and `GET /available`. Public. */
export const treatmentRoutes: FastifyPluginAsyncZod<Services> = async (
  app,
  { db, clinicClock, availability },
) => {
  app.route({
    ...routeOf(app, calls.listServices),
    handler: async () => {
      const { today: date } = clinicClock.moment()
      const priced = listOfferedTreatments(db).filter(({ prices }) => prices.length > 0)
      return priced.map((treatment) => toTreatment(treatment, { date }))
    },
  })

  // The response is already JSON.
  app.get<{ Querystring: z.output<typeof availabilityQuery>; Reply: Buffer }>(
    '/available',
    {
      schema: {
        summary: 'List treatments with the free slots of a date',
        querystring: availabilityQuery,
        response: { 200: treatmentList, ...ERRORS },
      },
    },
    ({ query }, reply) => {
      reply.type('application/json; charset=utf-8').send(availability.treatmentsOn(query.date))
    },
  )
}
