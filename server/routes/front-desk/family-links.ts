import * as calls from '#contract/families/families-refusals.ts'
import {
  confirmLink,
  declineLink,
  listProposals,
  undoLink,
} from '#domain/front-desk/family-links.ts'
import { addMissingReminders } from '#domain/notifications/reminders.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toProposedLink } from '#server/views/families.ts'

/** Links of families without an account: confirmed by the account, undone by an admin. */
export const familyLinkRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services

  handle(app, calls.listFamilyLinks, async ({ user }) =>
    listProposals(db, user).map(toProposedLink),
  )

  handle(app, calls.confirmFamilyLink, async ({ user, params: { id } }) => {
    const by = { user, now: clinicClock.now(), moment: clinicClock.moment() }
    const result = await writeTransaction(db, (tx) => confirmLink(tx, id, by))
    if (result.outcome !== 'confirmed') throw refuse(calls.confirmFamilyLink, result.outcome)
    wakeRelay()
    return { appointments: result.appointments }
  })

  handle(app, calls.declineFamilyLink, async ({ user, params: { id } }) => {
    const by = { user, now: clinicClock.now() }
    const outcome = await writeTransaction(db, (tx) => declineLink(tx, id, by))
    if (outcome === 'not_found') throw refuse(calls.declineFamilyLink, outcome)
    return { declined: true as const }
  })

  handle(app, calls.undoFamilyLink, async ({ user, params: { id } }) => {
    const now = clinicClock.now()
    const moment = clinicClock.moment()
    const result = await writeTransaction(db, (tx) => {
      const undone = undoLink(tx, id, { actor: user.uid, now, moment })
      // The account's reminders also covered these appointments.
      if (undone.outcome === 'undone') {
        addMissingReminders(tx, now, moment.timeZone, undone.family)
      }
      return undone
    })
    if (result.outcome === 'not_found') throw refuse(calls.undoFamilyLink, result.outcome)
    wakeRelay()
    return { family: result.family, appointments: result.appointments }
  })
}
