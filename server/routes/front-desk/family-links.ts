import type { ConfirmRefusal } from '#contract/families/family-links.ts'
import * as calls from '#contract/families/family-links-calls.ts'
import { MOST_CHILDREN } from '#contract/guardians/children.ts'
import {
  confirmLink,
  declineLink,
  listProposals,
  undoLink,
} from '#domain/front-desk/family-links.ts'
import { addMissingReminders } from '#domain/notifications/reminders.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { HttpError } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toProposedLink } from '#server/views/families.ts'

const REFUSALS: Record<ConfirmRefusal, string> = {
  conflict:
    'You have the same appointment, or another one at the same time. Cancel or move one of them, or call us.',
  too_many_children: `You would have more than ${MOST_CHILDREN} children on your list. Archive one first.`,
  same_day: 'You changed this family’s email today. Confirm it tomorrow.',
}

/** Links of families without an account: confirmed by the account, undone by an admin. */
export const familyLinkRoutes: Routes = (app, services) => {
  const { db, clinicClock, wakeRelay } = services

  handle(app, calls.listFamilyLinks, async ({ user }) =>
    listProposals(db, user).map(toProposedLink),
  )

  handle(app, calls.confirmFamilyLink, async ({ user, params: { id } }) => {
    const by = { user, now: clinicClock.now(), moment: clinicClock.moment() }
    const result = await writeTransaction(db, (tx) => confirmLink(tx, id, by))
    if (result.outcome === 'not_found') throw noLink()
    if (result.outcome !== 'confirmed') {
      throw new HttpError(409, result.outcome, REFUSALS[result.outcome])
    }
    wakeRelay()
    return { appointments: result.appointments }
  })

  handle(app, calls.declineFamilyLink, async ({ user, params: { id } }) => {
    const by = { user, now: clinicClock.now() }
    const outcome = await writeTransaction(db, (tx) => declineLink(tx, id, by))
    if (outcome === 'not_found') throw noLink()
    return { declined: true as const }
  })

  handle(app, calls.undoFamilyLink, async ({ user, params: { id } }) => {
    const now = clinicClock.now()
    const moment = clinicClock.moment()
    const result = await writeTransaction(db, (tx) => {
      const undone = undoLink(tx, id, { actor: user.uid, now, moment })
      // The account's reminders were for these appointments.
      if (undone.outcome === 'undone') {
        addMissingReminders(tx, now, moment.timeZone, undone.family)
      }
      return undone
    })
    if (result.outcome === 'not_found') throw noLink()
    wakeRelay()
    return { family: result.family, appointments: result.appointments }
  })
}

function noLink(): HttpError {
  return new HttpError(404, 'not_found', 'This link does not exist, or has ended.')
}
