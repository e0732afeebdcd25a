import * as calls from '#contract/front-desk/corrections-calls.ts'
import { readPeople } from '#drizzle/queries/audit/audit-people.ts'
import { listIdentityChanges } from '#drizzle/queries/identity-changes.ts'
import { readPage } from '#server/http/read-page.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toCorrection } from '#server/views/corrections.ts'
import { recordView } from '../record-view.ts'

/** Corrections of children and families, for staff. */
export const correctionRoutes: Routes = (app, services) => {
  const { db } = services

  handle(app, calls.listCorrections, async ({ user, query: { before, limit } }) => {
    const { page, last } = readPage(limit, (most) =>
      listIdentityChanges(db, { before, limit: most }),
    )
    const people = readPeople(
      db,
      page.map(({ change }) => change.changedBy),
    )
    const corrections = page.map((row) => toCorrection(row, people))
    const viewed = new Set(corrections.flatMap(({ subject }) => subject.family ?? []))
    await recordView(services, user, [...viewed], 'families')
    return { corrections, next: last?.change.id ?? null }
  })
}
