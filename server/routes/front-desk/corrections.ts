import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as calls from '#contract/front-desk/corrections-calls.ts'
import { listIdentityChanges } from '#drizzle/queries/identity-changes.ts'
import { handle } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { toCorrection } from '#server/views/corrections.ts'
import { recordView } from '../record-view.ts'

/** What was corrected of children and families, for staff. */
export const correctionRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db } = services

  handle(app, calls.listCorrections, async ({ user, query: { before, limit } }) => {
    // One more than the page, to know whether there is a next one.
    const found = listIdentityChanges(db, { before, limit: limit + 1 })
    const corrections = found.slice(0, limit).map((row) => toCorrection(db, row))
    const viewed = new Set(corrections.flatMap(({ subject }) => subject.family ?? []))
    await recordView(services, user, [...viewed], 'families')
    const last = found.length > limit ? corrections.at(-1) : undefined
    return { corrections, next: last?._id ?? null }
  })
}
