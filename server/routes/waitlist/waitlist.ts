import { subDays } from 'date-fns/subDays'
import { parseSlotStart } from '#contract/booking/slots.ts'
import { isStaff } from '#contract/identity/users.ts'
import { TOTAL_COUNT } from '#contract/paging.ts'
import { CLOSED_SHOWN_DAYS } from '#contract/waitlist/waitlist.ts'
import * as calls from '#contract/waitlist/waitlist-refusals.ts'
import {
  type AnswerContext,
  acceptOffer,
  declineOffer,
  findOwnOffer,
  type KnownOffer,
} from '#domain/waitlist/answers/answer-offer.ts'
import { readOffer } from '#domain/waitlist/answers/read-offer.ts'
import {
  findOwnEntry,
  type JoinOutcome,
  joinWaitlist,
  leaveWaitlist,
  resumeEntry,
} from '#domain/waitlist/entries/join.ts'
import { readEntries, readEntry } from '#domain/waitlist/entries/read-entries.ts'
import { offerByHand } from '#domain/waitlist/offers/offer-times.ts'
import {
  countClosed,
  countEntries,
  listClosedPage,
  listEntryPage,
  listOwnClosed,
  listOwnEntries,
} from '#drizzle/queries/waitlist/entry-lists.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import type { HttpError } from '#server/http/http-error.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { speech } from '#server/http/spoken-language.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toDeskEntry, toEntry, toOffer } from '#server/views/waitlist.ts'
import { bookingContextOf } from '../booking/appointments.ts'
import { findNotOpenRefusal } from '../not-open.ts'
import { recordView } from '../record-view.ts'

/** The waiting list and the offers of freed times: docs/requirements.md#waiting-list. */
export const waitlistRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  const shownNow = () => ({ now: clinicClock.now(), timeZone: clinicClock.moment().timeZone })

  /** An entry as its family sees it. */
  const show = (id: string) => toEntry(readEntry(db, id, clinicClock.now()), shownNow())

  const showOffer = (known: KnownOffer, viewer: AnswerContext['caller']) => {
    const asked = { viewer, now: clinicClock.now() }
    const { timeZone } = clinicClock.moment()
    return toOffer(readOffer(db, known, asked), { ...asked, timeZone })
  }

  function contextFor({ uid, effectiveRole }: Caller): AnswerContext {
    return { caller: { uid, isStaff: isStaff(effectiveRole) }, ...bookingContextOf(services) }
  }

  handle(app, calls.listWaitlist, async ({ user, query }, reply) => {
    const { everyone, closed, ...page } = query
    const { timeZone } = clinicClock.moment()
    const now = clinicClock.now()
    const since = subDays(now, CLOSED_SHOWN_DAYS)
    if (page.date === undefined && everyone === undefined && closed === undefined) {
      const own = [...listOwnEntries(db, user.uid), ...listOwnClosed(db, user.uid, since)]
      return readEntries(db, own, now).map((entry) => toEntry(entry, { now, timeZone }))
    }
    if (!contextFor(user).caller.isStaff) throw refuse(calls.listWaitlist, 'for_staff')
    const listed = closed ? listClosedPage(db, { since, ...page }) : listEntryPage(db, page)
    const entries = readEntries(db, listed, now)
    const families = entries.map(({ entry: { uid, deskFamilyId } }) => uid ?? deskFamilyId ?? '')
    await recordView(services, user, [...new Set(families)], 'families')
    const { date } = page
    reply.header(TOTAL_COUNT, closed ? countClosed(db, { date, since }) : countEntries(db, date))
    const dial = clinic.dialer()
    return entries.map((entry) => toDeskEntry(entry, { now, timeZone, dial }))
  })

  handle(app, calls.joinWaitlist, async ({ user, body }, reply) => {
    const { caller, now } = contextFor(user)
    const { family, urgent, ...details } = body
    if (!caller.isStaff && (family !== undefined || urgent !== undefined)) {
      throw refuse(calls.joinWaitlist, 'for_staff')
    }
    const wanted = { ...details, family: family ?? user.uid, urgent }
    const outcome = await writeTransaction(
      db,
      (tx) =>
        (caller.isStaff ? undefined : findNotOpenRefusal(calls.joinWaitlist, tx, services)) ??
        joinWaitlist(tx, wanted, { actor: user.uid, now }),
    )
    if ('code' in outcome) return reply.code(409).send(outcome)
    if (outcome.outcome !== 'joined') throw notJoined(outcome)
    wakeRelay()
    return reply.code(201).send(show(outcome.entry.id))
  })

  handle(app, calls.leaveWaitlist, async ({ user, params: { id } }) => {
    const context = contextFor(user)
    const outcome = await writeTransaction(db, (tx) => leaveWaitlist(tx, id, context))
    if (outcome === 'unknown_entry') throw refuse(calls.leaveWaitlist, outcome)
    wakeRelay()
    return { left: true as const }
  })

  handle(app, calls.resumeWaiting, async ({ user, params: { id } }) => {
    const context = contextFor(user)
    const outcome = await writeTransaction(db, (tx) => resumeEntry(tx, id, context))
    const entry = findOwnEntry(db, id, context.caller)
    if (outcome === 'unknown_entry' || !entry) {
      throw refuse(calls.resumeWaiting, 'unknown_entry')
    }
    return show(entry.id)
  })

  handle(
    app,
    calls.offerByHand,
    async ({ user, params: { id: entryId }, body: { date, slot } }, reply) => {
      const { caller, now } = contextFor(user)
      const time = { entryId, date, startMinute: parseSlotStart(slot) }
      const outcome = await writeTransaction(db, (tx) =>
        offerByHand(tx, time, { actor: user.uid, now }),
      )
      switch (outcome.outcome) {
        case 'offered': {
          wakeRelay()
          const known = findOwnOffer(db, outcome.offerId, caller)
          if (!known) throw refuse(calls.offerByHand, 'not_found')
          return reply.code(201).send(showOffer(known, contextFor(user).caller))
        }
        default:
          throw refuse(calls.offerByHand, outcome.outcome)
      }
    },
  )

  handle(app, calls.getOffer, async ({ user, params: { id } }) => {
    const known = findOwnOffer(db, id, contextFor(user).caller)
    if (!known) throw refuse(calls.getOffer, 'not_found')
    return showOffer(known, contextFor(user).caller)
  })

  handle(app, calls.acceptOffer, async ({ user, params: { id }, body }, reply) => {
    const context = contextFor(user)
    const outcome = await writeTransaction(db, (tx) => acceptOffer(tx, { id, ...body }, context))
    wakeRelay()
    if (outcome.outcome === 'not_found') throw refuse(calls.acceptOffer, outcome.outcome)
    const current = showOffer(outcome, context.caller)
    if (outcome.outcome === 'answered') return current
    const reason = outcome.outcome === 'refused' ? outcome.why : outcome.outcome
    return reply.code(409).send({ ...explain(calls.acceptOffer, reason), current })
  })

  handle(app, calls.declineOffer, async ({ user, params: { id } }, reply) => {
    const context = contextFor(user)
    const outcome = await writeTransaction(db, (tx) => declineOffer(tx, id, context))
    wakeRelay()
    if (outcome.outcome === 'not_found') throw refuse(calls.declineOffer, outcome.outcome)
    const current = showOffer(outcome, context.caller)
    if (outcome.outcome === 'answered') return current
    return reply.code(409).send({ ...explain(calls.declineOffer, outcome.outcome), current })
  })
}

function notJoined(refused: Exclude<JoinOutcome, { outcome: 'joined' }>): HttpError {
  switch (refused.outcome) {
    case 'too_many':
      return refuse(calls.joinWaitlist, refused.outcome, { most: refused.limit })
    case 'closed':
      return refused.next
        ? refuse(calls.joinWaitlist, refused.outcome, {
            day: speech().formats.fullDay(refused.next),
          })
        : refuse(calls.joinWaitlist, 'closed_for_long')
    default:
      return refuse(calls.joinWaitlist, refused.outcome)
  }
}
