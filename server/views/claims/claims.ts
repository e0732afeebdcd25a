import type { Claim, ClaimCounts, ClaimedFamily, ClaimLetter } from '#contract/claims/claims.ts'
import type { ShownPhone } from '#contract/phone.ts'
import type { ClaimedRows, ReadClaim } from '#domain/claims/claims.ts'
import type { countClaims, Letter } from '#domain/claims/send-claims.ts'
import { toNamed } from '../with-id.ts'

export function toClaimCounts({ nextAt, ...counts }: ReturnType<typeof countClaims>): ClaimCounts {
  return { ...counts, nextAt: nextAt?.toISOString() ?? null }
}

/** @param until the last day on which it can be used */
export function toClaimLetter({ family, token }: Letter, until: string): ClaimLetter {
  const { language } = family
  return { family: toNamed(family), ...(language && { language }), token, until }
}

/** A claim as the page of its link shows it. */
export function toClaim(
  { claim, state, until, claimed }: ReadClaim,
  clinic: Claim['clinic'] & ShownPhone,
): Claim {
  return {
    state: claimed ? 'yours' : state,
    triesLeft: claim.triesLeft,
    until,
    clinic,
    claimed: claimed && toClaimedFamily(claimed),
  }
}

export function toClaimedFamily({ children, appointments, other }: ClaimedRows): ClaimedFamily {
  return {
    children: children.map(toNamed),
    appointments: appointments.map(({ id: _id, date, startMinute, treatment, childName }) => ({
      _id,
      date,
      startMinute,
      treatment,
      ...(childName !== null && { child: childName }),
    })),
    otherGuardian: other,
  }
}
