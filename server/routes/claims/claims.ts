import type { ClaimRefusal } from '#contract/claims/claims.ts'
import * as calls from '#contract/claims/claims-refusals.ts'
import { claimFamily, lastDayOf, readClaim } from '#domain/claims/claims.ts'
import {
  countClaims,
  type Letter,
  makeLetter,
  makeLetters,
  sendClaims,
} from '#domain/claims/send-claims.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { explain, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { speech } from '#server/http/spoken-language.ts'
import type { Caller } from '#server/plugins/authentication.ts'
import {
  toClaim,
  toClaimCounts,
  toClaimedFamily,
  toClaimLetter,
} from '#server/views/claims/claims.ts'
import { recordView } from '../record-view.ts'

/** Families of the previous system claim their records: docs/requirements.md#claims. */
export const claimRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, claimTokens, wakeRelay } = services

  const senderOf = (user: Caller) => ({ ...changeBy(services, user), claimTokens })
  const when = () => ({ now: clinicClock.now(), moment: clinicClock.moment() })
  const countsFor = ({ uid: actor }: Caller) =>
    toClaimCounts(countClaims(db, { actor, now: clinicClock.now() }))
  const toLetter = (letter: Letter) =>
    toClaimLetter(letter, lastDayOf(letter, clinicClock.moment()))

  handle(app, calls.countClaims, async ({ user }) => countsFor(user))

  handle(app, calls.sendClaims, async ({ user }) => {
    const emails = await sendClaims(db, senderOf(user))
    if (emails > 0) wakeRelay()
    return { emails, counts: countsFor(user) }
  })

  handle(app, calls.makeClaimLetters, async ({ user, body: { which } }, reply) => {
    const letters = await makeLetters(db, which, senderOf(user))
    await recordView(
      services,
      user,
      letters.map(({ family }) => family.id),
      'families',
    )
    if (letters.length > 0) wakeRelay()
    return reply.code(201).send({ letters: letters.map(toLetter), counts: countsFor(user) })
  })

  handle(app, calls.makeClaimLetter, async ({ user, params: { id } }, reply) => {
    const by = senderOf(user)
    const result = await writeTransaction(db, (tx) => makeLetter(tx, id, by))
    if (result.outcome !== 'made') throw refuse(calls.makeClaimLetter, result.outcome)
    await recordView(services, user, [id], 'families')
    wakeRelay()
    return reply.code(201).send(toLetter(result.letter))
  })

  handle(app, calls.getClaim, async (request) => {
    const { token } = request.params
    const uid = app.findCaller(request)?.uid
    const found = readClaim(db, { token, uid }, when())
    if (!found) throw refuse(calls.getClaim, 'not_found')
    const { name, phone } = clinic.settings()
    return toClaim(found, { name, phone, dialablePhone: clinic.dialer()(phone) })
  })

  handle(app, calls.claimFamily, async ({ user, params: { token }, body }, reply) => {
    const by = { user, ...when() }
    const result = await writeTransaction(db, (tx) => claimFamily(tx, { token, ...body }, by))
    if (result.outcome === 'claimed') {
      wakeRelay()
      return toClaimedFamily(result.claimed)
    }
    if (!('triesLeft' in result)) throw refuse(calls.claimFamily, result.outcome)
    const { outcome, triesLeft } = result
    return reply.code(409).send({ ...whyRefused(outcome, triesLeft), triesLeft })
  })

  function whyRefused(outcome: ClaimRefusal['code'], triesLeft: number) {
    switch (outcome) {
      case 'wrong_birth_date':
        return explain(calls.claimFamily, outcome, {
          tries: speech().words.refusals.facts.moreTimes(triesLeft),
        })
      case 'conflict':
      case 'too_many_children':
        return explain(calls.claimFamily, outcome)
      default:
        return explain(calls.claimFamily, outcome, { phone: clinic.settings().phone })
    }
  }
}
