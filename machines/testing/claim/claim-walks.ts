import { CLAIM_TRIES, type ClaimedFamily } from '#contract/claims/claims.ts'
import { type ClaimAnswer, type ClaimContext, claimMachine } from '#machines/claim/claim-machine.ts'
import { OFFLINE } from '../offline.ts'
import { type Cases, done, failed, plain, type TourOptions, walksThrough } from '../tours.ts'

export const claimToken = 'a'.repeat(43)

/** What the user gets: two children, one with an appointment, whose other guardian the clinic knows. */
export const claimedFixture: ClaimedFamily = {
  children: [
    { _id: '01890a5d-ac96-774b-bcce-b302099a8059', name: 'Mia' },
    { _id: '01890a5d-ac96-774b-bcce-b302099a8060', name: 'Ben' },
  ],
  appointments: [
    {
      _id: '01890a5d-ac96-774b-bcce-b302099a8061',
      date: '2027-03-05',
      startMinute: 610,
      treatment: 'Vaccinations/Immunizations',
      child: 'Mia',
    },
  ],
  otherGuardian: { name: 'Tom Engel', email: 'tom@example.com' },
}

export const BIRTH_DATE = '2021-06-05'
export const CONFLICT = 'You already have an appointment at the time of one of these appointments.'
const WRONG_DATE: ClaimAnswer = {
  kind: 'wrongDate',
  triesLeft: 2,
  message: 'This is not the birth date of a child of this family. You can try 2 more times.',
}

/** Everything that can happen in the flow, with one payload for each way it can go. */
const claimCases: Cases<typeof claimMachine> = () => {
  const ended: ClaimAnswer[] = [
    { kind: 'done', claimed: claimedFixture },
    { kind: 'used' },
    { kind: 'failed' },
    { kind: 'expired' },
    { kind: 'replaced' },
    { kind: 'notFound' },
  ]
  const found: ClaimAnswer[] = [
    ...ended,
    { kind: 'valid', triesLeft: CLAIM_TRIES },
    { kind: 'guest' },
    { kind: 'unverified' },
  ]
  return [
    ...plain('retry', 'email.check'),
    { type: 'birthDate.submit', birthDate: BIRTH_DATE },
    ...done('loadClaim', ...found),
    ...failed('loadClaim', OFFLINE),
    ...done('checkEmail', ...found),
    ...failed('checkEmail', OFFLINE),
    ...done(
      'proveClaim',
      ...ended,
      WRONG_DATE,
      { kind: 'conflict', message: CONFLICT },
      { kind: 'unverified' },
    ),
    ...failed('proveClaim', OFFLINE),
  ]
}

/** Walks that take every transition of the claim machine. */
export const claimWalks = (options?: TourOptions<ClaimContext>) =>
  walksThrough(claimMachine, claimCases, { input: { token: claimToken }, ...options })
