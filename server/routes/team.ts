import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { listDoctors, toTeamMember } from '../../drizzle/queries/doctors.ts'
import type { Services } from '../app.ts'
import { team } from '../contract/doctors.ts'
import { errorResponse } from '../contract/errors.ts'

/** `GET /team` (design section 5): the doctors, for everybody. */
export const teamRoutes: FastifyPluginAsyncZod<Services> = async (app, { db, images }) => {
  app.get(
    '/team',
    {
      schema: {
        summary: 'The doctors',
        response: { 200: team, '4xx': errorResponse, '5xx': errorResponse },
      },
    },
    async () => listDoctors(db).map((doctor) => toTeamMember(doctor, images.sourcesOf)),
  )
}
