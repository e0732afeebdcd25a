import type { Claim, ClaimRefusal } from '#contract/claims/claims.ts'
import * as calls from '#contract/claims/claims-calls.ts'
import type * as refusals from '#contract/claims/claims-refusals.ts'
import type { RefusalCode } from '#contract/refusals/refusals.ts'
import type { ClaimAnswer, ProvenClaim } from '#machines/claim/claim-machine.ts'
import { emailSettingsOptions } from '#web/both/emails/email-settings-api.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { continueSession } from '#web/both/session/session-exchange.ts'
import { KEPT_CLAIM } from '#web/both/sign-in/origin.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { send, sendOrRefusal } from '#web/lib/api/send.ts'
import { readSession } from '#web/lib/session.ts'

/** What the user can do with the claim. Throws `ApiError` when a retry may help. */
export const loadClaim = async (token: string): Promise<ClaimAnswer> =>
  keepUntilEnded(token, await askFor(token))

async function askFor(token: string): Promise<ClaimAnswer> {
  const claim = await send(calls.getClaim, { params: { token } }).catch(refuseOrThrow)
  const answer = 'state' in claim ? answerOf(claim) : claim
  if (answer.kind !== 'valid') return answer
  const session = readSession()
  if (!session) return { kind: 'guest' }
  return (await isVerified(session.user.email)) ? answer : { kind: 'unverified' }
}

/** Claims the family with a birth date; resolves for a refusal, too. Throws `ApiError`. */
export async function proveClaim({ token, ...body }: ProvenClaim): Promise<ClaimAnswer> {
  try {
    const answer = await sendOrRefusal(calls.claimFamily, { params: { token }, body })
    return keepUntilEnded(
      token,
      'code' in answer ? refusalOf(answer) : { kind: 'done', claimed: answer },
    )
  } catch (error) {
    return refuseOrThrow(error)
  }
}

/** Keeps the address for the page of the confirmation email’s link until the claim has ended. */
function keepUntilEnded(token: string, answer: ClaimAnswer): ClaimAnswer {
  const address = `/claim/${token}`
  switch (answer.kind) {
    case 'guest':
    case 'unverified':
      localStorage.setItem(KEPT_CLAIM, address)
      break
    case 'valid':
    case 'wrongDate':
    case 'conflict':
      break
    default:
      if (localStorage.getItem(KEPT_CLAIM) === address) localStorage.removeItem(KEPT_CLAIM)
  }
  return answer
}

function answerOf({ state, claimed, triesLeft }: Claim): ClaimAnswer {
  if (state === 'open') return { kind: 'valid', triesLeft }
  if (state !== 'yours') return { kind: state }
  return claimed ? { kind: 'done', claimed } : { kind: 'used' }
}

function refusalOf({ code, message, triesLeft }: ClaimRefusal): ClaimAnswer {
  switch (code) {
    case 'wrong_birth_date':
      return { kind: 'wrongDate', triesLeft, message }
    case 'failed':
    case 'expired':
    case 'replaced':
    case 'used':
      return { kind: code }
    default:
      return { kind: 'conflict', message }
  }
}

type Refused = Extract<ClaimAnswer, { kind: 'notFound' | 'unverified' | 'conflict' }>

function refuseOrThrow(error: unknown): Refused {
  if (!(error instanceof ApiError)) throw error
  const code = error.code as RefusalCode<typeof refusals.claimFamily>
  switch (code) {
    case 'not_found':
      return { kind: 'notFound' }
    case 'unverified':
      return { kind: 'unverified' }
    case 'staff_account':
      return { kind: 'conflict', message: error.message }
    default:
      throw error
  }
}

/** Our server learns with a new token that the provider has confirmed the address. */
async function isVerified(email: string): Promise<boolean> {
  const options = { ...emailSettingsOptions(email), staleTime: 0 }
  const { verified } = await queryClient.fetchQuery(options)
  if (verified) return true
  const account = await (await loadIdentity()).readAccount().catch(() => null)
  if (!account?.emailVerified) return false
  await continueSession()
  return true
}
