import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { team } from '../../contract/doctors.ts'
import { listDoctors, toTeamMember } from '../../drizzle/queries/doctors.ts'
import type { Services } from '../app.ts'
import { ERRORS } from '../plugins/documentation.ts'

/** `GET /team` (design section 5): the doctors, for everybody. */
export const teamRoutes: FastifyPluginAsyncZod<Services> = async (app, { db, images }) => {
  app.get(
    '/team',
    {
      schema: {
        summary: 'The doctors',
        response: { 200: team, ...ERRORS },
      },
    },
    async () => listDoctors(db).map((doctor) => toTeamMember(doctor, images.sourcesOf)),
  )
}
