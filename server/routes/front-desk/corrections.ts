import * as calls from '#contract/front-desk/corrections-calls.ts'
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
    const corrections = page.map((row) => toCorrection(db, row))
    const viewed = new Set(corrections.flatMap(({ subject }) => subject.family ?? []))
    await recordView(services, user, [...viewed], 'families')
    return { corrections, next: last?.id ?? null }
  })
}
