import { millisecondsInHour } from 'date-fns/constants'
import { tidyClaims } from '#domain/claims/send-claims.ts'
import { tidyMessages as tidy } from '#domain/front-desk/contact-messages.ts'
import { tidyImports } from '#domain/imports/run-imports.ts'
import { readSettings } from '#domain/settings.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { PeriodicJob } from '../queue/handler.ts'

/** Deletes messages of the contact page some time after they are done: docs/requirements.md#messages. */
export function tidyMessages(): PeriodicJob {
  return {
    name: 'messages.tidy',
    everyMs: millisecondsInHour,
    async run({ db, log }) {
      const now = new Date()
      const deleted = await writeTransaction(db, (tx) => {
        const { messageDays } = readSettings(tx)
        return tidy(tx, { messageDays, now })
      })
      if (deleted > 0) log.info({ deleted }, 'deleted messages that are done')
    },
  }
}

/** Deletes the texts of imported files some days after their upload: docs/requirements.md#moving-in. */
export function emptyImports(): PeriodicJob {
  return {
    name: 'imports.tidy',
    everyMs: millisecondsInHour,
    run: ({ db }) => tidyImports(db, new Date()),
  }
}

/** Deletes unused links of claims some time after they expired: docs/requirements.md#claims. */
export function deleteOldClaims(): PeriodicJob {
  return {
    name: 'claims.tidy',
    everyMs: millisecondsInHour,
    async run({ db, log }) {
      const deleted = await tidyClaims(db, new Date())
      if (deleted > 0) log.info({ deleted }, 'deleted expired claims')
    },
  }
}
