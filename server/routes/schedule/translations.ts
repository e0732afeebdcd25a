import * as calls from '#contract/translations/translations-refusals.ts'
import {
  type ClinicNow,
  changeTranslation,
  listClinicTexts,
} from '#domain/translations/translations.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { stale } from '#server/http/stale.ts'
import type { Translation } from '#words/languages.ts'

/** What the clinic wrote for families in other languages, for admins: docs/requirements.md#languages. */
export const translationRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services
  const clinicNow = (): ClinicNow => ({
    settings: clinic.settings(),
    today: clinicClock.moment().today,
  })
  const textsIn = (language: Translation) => ({
    language,
    texts: listClinicTexts(db, language, clinicNow()),
  })

  handle(app, calls.getTranslations, async ({ params: { language } }) => textsIn(language))

  handle(app, calls.changeTranslation, async ({ user, params: { language }, body }, reply) => {
    const by = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) =>
      changeTranslation(tx, language, body, clinicNow(), by),
    )
    if (outcome === 'unknown_text') throw refuse(calls.changeTranslation, 'unknown_text')
    const current = textsIn(language)
    if (outcome === 'stale') {
      return reply.code(409).send(stale(calls.changeTranslation, current))
    }
    wakeRelay()
    return current
  })
}
