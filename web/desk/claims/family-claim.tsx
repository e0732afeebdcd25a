import { useMutation, useQueryClient } from '@tanstack/react-query'
import { makeClaimLetter } from '#contract/claims/claims-calls.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Family } from '#contract/families/families.ts'
import type { ClaimState, FamilyClaim as Invitation } from '#contract/families/family-claim.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { refreshFamilies } from '#web/desk/patients/families-api.ts'
import { send } from '#web/lib/api/send.ts'

// Loaded when needed, because it draws a QR code.
const claimLetters = componentChunk(() => import('./claim-letters.tsx'))

const CHANNELS = { email: 'Invited by email', letter: 'Letter printed' } as const

/** How far a family is with claiming its records, and a letter to hand over. */
export function FamilyClaim({ family }: { family: Family }) {
  const { _id: id, claim, hasAccount, children } = family
  // The birth date of a child proves who the family is.
  const canPrint = !hasAccount && children.some(({ archived }) => !archived)
  const queries = useQueryClient()
  const formatDay = useDayFormat()
  const making = useMutation({
    mutationFn: () => send(makeClaimLetter, { params: { id } }),
    // The link must not outlive the page.
    gcTime: 0,
    onSuccess: () => void refreshFamilies(queries),
  })
  if (!claim && !canPrint) return null
  return (
    <Card className="mt-6 grid gap-3">
      <h2 className="text-xl">Account on the website</h2>
      <p>
        {claim ? (
          <>
            {CHANNELS[claim.channel]} on <Instant at={claim.sentAt} as="day" />,{' '}
            {claim.usedAt ? (
              <>
                claimed on <Instant at={claim.usedAt} as="day" />
              </>
            ) : (
              describeState(claim, formatDay)
            )}
            .
          </>
        ) : (
          'Not invited yet.'
        )}
      </p>
      {making.error && <FormAlert>{making.error.message}</FormAlert>}
      {making.data ? (
        <LazyComponent
          chunk={claimLetters}
          props={{ letters: [making.data], onDone: () => making.reset() }}
          waiting={null}
        />
      ) : (
        canPrint && (
          <div>
            <Button look="secondary" busy={making.isPending} onClick={() => making.mutate()}>
              {claim ? 'Print a new letter' : 'Print a letter'}
            </Button>
            <p className="mt-2 text-sm text-muted">
              The letter has a link to this family’s children and appointments. An earlier link
              stops working.
            </p>
          </div>
        )
      )}
    </Card>
  )
}

const STATES: Record<Exclude<ClaimState, 'open'>, string> = {
  used: 'claimed',
  failed: 'three birth dates were wrong',
  expired: 'expired',
  replaced: 'no longer valid',
}

const describeState = ({ state, until }: Invitation, formatDay: (day: IsoDate) => string) =>
  state === 'open' ? `not used yet, valid until ${formatDay(until)}` : STATES[state]
