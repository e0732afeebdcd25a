import { subDays } from 'date-fns/subDays'
import { parseSlotStart } from '#contract/booking/slots.ts'
import { formatFullDay } from '#contract/dates.ts'
import { isStaff } from '#contract/identity/users.ts'
import { TOTAL_COUNT } from '#contract/paging.ts'
import { CLOSED_SHOWN_DAYS } from '#contract/waitlist/waitlist.ts'
import * as calls from '#contract/waitlist/waitlist-calls.ts'
import {
  type AnswerContext,
  type AnswerOutcome,
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
import { conflict, HttpError } from '#server/http/http-error.ts'
import { handle, type Routes } from '#server/http/route.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import { toDeskEntry, toEntry, toOffer } from '#server/views/waitlist.ts'
import { bookingContextOf } from '../booking/appointments.ts'
import { recordView } from '../record-view.ts'

/** The waiting list and the offers of freed times: docs/requirements.md#waiting-list. */
export const waitlistRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services

  /** An entry as its family sees it. */
  const show = (id: string) =>
    toEntry(readEntry(db, id, clinicClock.now()), clinicClock.moment().timeZone)

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
      return readEntries(db, own, now).map((entry) => toEntry(entry, timeZone))
    }
    if (!contextFor(user).caller.isStaff) throw forStaff()
    const listed = closed ? listClosedPage(db, { since, ...page }) : listEntryPage(db, page)
    const entries = readEntries(db, listed, now)
    const families = entries.map(({ entry: { uid, deskFamilyId } }) => uid ?? deskFamilyId ?? '')
    await recordView(services, user, [...new Set(families)], 'families')
    const { date } = page
    reply.header(TOTAL_COUNT, closed ? countClosed(db, { date, since }) : countEntries(db, date))
    const dial = clinic.dialer()
    return entries.map((entry) => toDeskEntry(entry, { timeZone, dial }))
  })

  handle(app, calls.joinWaitlist, async ({ user, body }, reply) => {
    const { caller, now } = contextFor(user)
    const { family, urgent, ...wish } = body
    if (!caller.isStaff && (family !== undefined || urgent !== undefined)) throw forStaff()
    const wanted = { ...wish, family: family ?? user.uid, urgent }
    const outcome = await writeTransaction(db, (tx) =>
      joinWaitlist(tx, wanted, { actor: user.uid, now }),
    )
    if (outcome.outcome !== 'joined') throw notJoined(outcome)
    wakeRelay()
    return reply.code(201).send(show(outcome.entry.id))
  })

  handle(app, calls.leaveWaitlist, async ({ user, params: { id } }) => {
    const context = contextFor(user)
    const outcome = await writeTransaction(db, (tx) => leaveWaitlist(tx, id, context))
    if (outcome === 'unknown_entry') throw noEntry()
    wakeRelay()
    return { left: true as const }
  })

  handle(app, calls.resumeWaiting, async ({ user, params: { id } }) => {
    const context = contextFor(user)
    const outcome = await writeTransaction(db, (tx) => resumeEntry(tx, id, context))
    const entry = findOwnEntry(db, id, context.caller)
    if (outcome === 'unknown_entry' || !entry) throw noEntry()
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
        case 'unknown_entry':
          throw noEntry()
        case 'not_free':
          throw conflict('not_free', 'This time isn’t free, or doesn’t fit the family.')
        case 'already_offered':
          throw conflict('already_offered', 'The family has an open offer already.')
        case 'offered': {
          wakeRelay()
          const known = findOwnOffer(db, outcome.offerId, caller)
          if (!known) throw noOffer()
          return reply.code(201).send(showOffer(known, contextFor(user).caller))
        }
      }
    },
  )

  handle(app, calls.getOffer, async ({ user, params: { id } }) => {
    const known = findOwnOffer(db, id, contextFor(user).caller)
    if (!known) throw noOffer()
    return showOffer(known, contextFor(user).caller)
  })

  handle(app, calls.acceptOffer, async ({ user, params: { id }, body }, reply) => {
    const context = contextFor(user)
    const outcome = await writeTransaction(db, (tx) => acceptOffer(tx, { id, ...body }, context))
    wakeRelay()
    const answer = describeAnswer(outcome, context.caller)
    return 'code' in answer ? reply.code(409).send(answer) : answer
  })

  handle(app, calls.declineOffer, async ({ user, params: { id } }, reply) => {
    const context = contextFor(user)
    const outcome = await writeTransaction(db, (tx) => declineOffer(tx, id, context))
    wakeRelay()
    const answer = describeAnswer(outcome, context.caller)
    return 'code' in answer ? reply.code(409).send(answer) : answer
  })

  function describeAnswer(outcome: AnswerOutcome, viewer: AnswerContext['caller']) {
    if (outcome.outcome === 'not_found') throw noOffer()
    const current = showOffer(outcome, viewer)
    if (outcome.outcome === 'answered') return current
    const isWithoutContact = outcome.outcome === 'refused' && outcome.why === 'no_contact'
    const code = isWithoutContact ? 'no_contact' : outcome.outcome
    return { code, message: explain(outcome), current }
  }
}

function explain(outcome: Exclude<AnswerOutcome, { outcome: 'answered' | 'not_found' }>): string {
  switch (outcome.outcome) {
    case 'gone':
      return 'This time is no longer held for you.'
    case 'stale':
      return 'The price has changed. Please check it again.'
    case 'refused':
      return NOT_ACCEPTED[outcome.why]
  }
}

const NOT_ACCEPTED: Record<Extract<AnswerOutcome, { outcome: 'refused' }>['why'], string> = {
  too_many_unpaid:
    'You have as many unpaid appointments as possible. Pay for one, then accept again.',
  no_contact: 'Enter your phone number and address, then accept again.',
  other: 'You can’t accept this offer. Please call us.',
}

const NOT_JOINED: Record<
  Exclude<JoinOutcome['outcome'], 'joined' | 'too_many' | 'closed'>,
  [status: number, message: string]
> = {
  no_family: [404, 'We couldn’t find that family.'],
  unknown_child: [404, 'We couldn’t find that child.'],
  unknown_appointment: [404, 'We couldn’t find that appointment.'],
  unknown_treatment: [404, 'We don’t offer that treatment.'],
  unknown_doctor: [404, 'That doctor doesn’t give this treatment.'],
  may_not_book: [403, 'Only guardians with the right to book can do this.'],
  adult: [409, 'Patients of 18 years or more wait for themselves.'],
  past: [409, 'These days are over. Please choose later ones.'],
  no_contact: [400, 'Enter a phone number, so that we can reach you.'],
  waiting_already: [409, 'You are already on the list for this treatment.'],
}

function notJoined(refused: Exclude<JoinOutcome, { outcome: 'joined' }>): HttpError {
  if (refused.outcome === 'too_many') {
    const message = `A family can wait for ${refused.limit} treatments at most. Leave another entry first.`
    return conflict(refused.outcome, message)
  }
  if (refused.outcome === 'closed') {
    const next = refused.next ? `The next day is ${formatFullDay(refused.next)}.` : 'Choose others.'
    return conflict('closed', `We have no times on these days. ${next}`)
  }
  const [status, message] = NOT_JOINED[refused.outcome]
  const code = refused.outcome === 'no_family' ? 'unknown_family' : refused.outcome
  return new HttpError(status, code, message)
}

const forStaff = () => new HttpError(403, 'forbidden', 'Only staff can do this for other families.')
const noEntry = () => new HttpError(404, 'not_found', 'We couldn’t find that entry.')
const noOffer = () => new HttpError(404, 'not_found', 'We couldn’t find that offer.')
