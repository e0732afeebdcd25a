import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { auditPage, auditQuery, MOST_AUDIT_PEOPLE } from '#contract/audit.ts'
import { listEvents, toAuditEntry } from '#drizzle/queries/audit-log.ts'
import { findPeople } from '#drizzle/queries/audit-people.ts'
import { findUser } from '#drizzle/queries/identity/users.ts'
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
      const { person, kind, before, limit } = query
      const people = person ? findPeople(db, person, MOST_AUDIT_PEOPLE + 1) : undefined
      if (people && people.length > MOST_AUDIT_PEOPLE) {
        return { people: [], isTooBroad: true, events: [], next: null }
      }
      // One more than the page, to know whether there is a next one.
      const found = listEvents(db, { kind, people, before, limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const viewed = people?.map(({ _id }) => _id).filter((id) => findUser(db, id))
      if (viewed) await recordView(services, user, viewed, 'audit log')
      return {
        people: people ?? [],
        isTooBroad: false,
        events: page.map((event) => toAuditEntry(db, event)),
        next: last && found.length > page.length ? last.id : null,
      }
    },
  )
}
