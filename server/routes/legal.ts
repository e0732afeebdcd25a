import { formatFullDay } from '#contract/dates.ts'
import * as calls from '#contract/legal/legal-refusals.ts'
import { publishLegalPage, readLegalPage, translateLegalPage } from '#domain/legal/legal-pages.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import { toLegalPage } from '#server/views/schedule.ts'

/** Legal pages: docs/requirements.md#legal-pages. */
export const legalRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services

  function read(page: Parameters<typeof readLegalPage>[1], wanted?: number) {
    const found = readLegalPage(db, page, { today: clinicClock.moment().today, wanted })
    if (!found) throw refuse(calls.getLegalPage, 'not_found')
    return toLegalPage(found)
  }

  handle(app, calls.getLegalPage, async ({ params: { page }, query: { version } }, reply) => {
    // Browsers get the page with the same address instead.
    reply.header('vary', 'accept')
    return read(page, version)
  })

  handle(app, calls.publishLegalPage, async ({ user, params: { page }, body }, reply) => {
    const by = changeBy(services, user)
    const result = await writeTransaction(db, (tx) => publishLegalPage(tx, page, body, by))
    const { version } = result
    switch (result.outcome) {
      case 'stale':
        return reply.code(409).send(stale(calls.publishLegalPage, read(page, version)))
      case 'too_early': {
        const day = formatFullDay(result.effectiveOn)
        throw refuse(calls.publishLegalPage, 'too_early', { version, day })
      }
      default:
        wakeRelay()
        return read(page, version)
    }
  })

  handle(app, calls.translateLegalPage, async ({ user, params, body }, reply) => {
    const { page } = params
    const { version } = body
    const by = { ...changeBy(services, user), today: clinicClock.moment().today }
    const outcome = await writeTransaction(db, (tx) => translateLegalPage(tx, params, body, by))
    switch (outcome) {
      case 'not_found':
      case 'version_ended':
        throw refuse(calls.translateLegalPage, outcome, { version })
      case 'stale':
        return reply.code(409).send(stale(calls.translateLegalPage, read(page, version)))
      default:
        wakeRelay()
        return read(page, version)
    }
  })
}
