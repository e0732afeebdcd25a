import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditPage, auditQuery } from '../../contract/audit.ts'
import { listEvents, toAuditEntry } from '../../drizzle/queries/audit-log.ts'
import { findUser, findUserByEmail } from '../../drizzle/queries/users.ts'
import { ERRORS, NEEDS_SESSION } from '../plugins/documentation.ts'
import type { Services } from '../services.ts'
import { recordView } from './record-view.ts'

/** `GET /audit`: the audit log, for admins. */
export const auditRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db } = services

  app.get(
    '/audit',
    {
      preValidation: app.requireAdmin,
      schema: {
        summary: 'Audit log, newest first',
        security: NEEDS_SESSION,
        querystring: auditQuery,
        response: { 200: auditPage, ...ERRORS },
      },
    },
    async ({ user, query }) => {
      const { person } = query
      const viewed = person && (findUserByEmail(db, person.toLowerCase()) ?? findUser(db, person))
      // One more than the page, to know whether there is a next one.
      const found = listEvents(db, { ...query, limit: query.limit + 1 })
      const page = found.slice(0, query.limit)
      const last = page.at(-1)
      if (viewed) await recordView(services, user, [viewed.uid], 'audit log')
      return {
        events: page.map((event) => toAuditEntry(db, event)),
        next: last && found.length > page.length ? last.id : null,
      }
    },
  )
}
