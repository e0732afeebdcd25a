import { MOST_AUDIT_PEOPLE } from '#contract/audit/audit.ts'
import * as calls from '#contract/audit/audit-calls.ts'
import { dayStart } from '#contract/clinic-time.ts'
import { dayAfter } from '#contract/dates.ts'
import { readAuditFacts } from '#drizzle/queries/audit/audit-facts.ts'
import { listEvents } from '#drizzle/queries/audit/audit-log.ts'
import { findFamilies, findPeople } from '#drizzle/queries/audit/audit-people.ts'
import { readTimeZone } from '#drizzle/queries/schedule/clinic-settings.ts'
import { readPage } from '#server/http/read-page.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toAuditEntry, toAuditPerson } from '#server/views/audit.ts'
import { recordView } from './record-view.ts'

/** `GET /audit`: the audit log, for admins. */
export const auditRoutes: Routes = (app, services) => {
  const { db } = services

  handle(app, calls.listAuditEntries, async ({ user, query }) => {
    const { person, kind, from, to, before, limit } = query
    const timeZone = readTimeZone(db)
    const since = from ? dayStart(from, timeZone) : undefined
    const until = to ? dayStart(dayAfter(to), timeZone) : undefined
    const wanted = person ? findPeople(db, person, MOST_AUDIT_PEOPLE + 1) : undefined
    if (wanted && wanted.length > MOST_AUDIT_PEOPLE) {
      return { people: [], isTooBroad: true, events: [], next: null }
    }
    const filter = { kind, people: wanted, since, until, before }
    const { page, last } = readPage(limit, (most) => listEvents(db, { ...filter, limit: most }))
    const facts = readAuditFacts(db, page)
    const entries = page.map((event) => toAuditEntry(event, facts))
    const named = entries.flatMap(({ actor, subject }) => [actor, subject.person])
    const people = (wanted ?? []).map(toAuditPerson)
    const ids = [...people, ...named].flatMap((each) => each?._id ?? [])
    const viewed = findFamilies(db, [...new Set(ids)])
    await recordView(services, user, viewed, 'audit log')
    return { people, isTooBroad: false, events: entries, next: last?.id ?? null }
  })
}
