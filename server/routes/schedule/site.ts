import * as calls from '#contract/site/site-refusals.ts'
import { listHomeDoctors, listHomeTreatments } from '#domain/site/public-words.ts'
import { changeSection, factsToConfirm, findSection, listSections } from '#domain/site/site.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'

/** The words of the website, for admins: docs/requirements.md#words-of-the-website. */
export const siteRoutes: Routes = (app, services) => {
  const { db, env, clinicClock, wakeRelay } = services

  handle(app, calls.getSite, async () => ({
    sections: listSections(db),
    facts: [...factsToConfirm(env)],
    treatments: listHomeTreatments(db),
    doctors: listHomeDoctors(db),
  }))

  handle(app, calls.changeSite, async ({ user, params: { section }, body }, reply) => {
    if (body.section !== section) throw refuse(calls.changeSite, 'other_section')
    const by = changeBy(services, user)
    const { today } = clinicClock.moment()
    const changed = await writeTransaction(db, (tx) => changeSection(tx, body, { env, today }, by))
    const current = findSection(db, section)
    switch (changed.outcome) {
      case 'stale':
        return reply.code(409).send(stale(calls.changeSite, current))
      case 'future':
        throw refuse(calls.changeSite, 'future')
      case 'facts': {
        const facts = changed.facts.map(({ label }) => label).join(', ')
        return reply.code(409).send(explain(calls.changeSite, 'facts', { facts }))
      }
      default:
        wakeRelay()
        return current
    }
  })
}
