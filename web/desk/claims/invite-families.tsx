import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClaimCounts, MOST_LETTERS } from '#contract/claims/claims.ts'
import { makeClaimLetters, sendClaims } from '#contract/claims/claims-calls.ts'
import { count } from '#contract/count.ts'
import { useRecentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { isTemporary } from '#web/lib/api/api-error.ts'
import { send } from '#web/lib/api/send.ts'
import { claimCountsOptions } from './claims-api.ts'

// Loaded when needed, because it draws QR codes.
const claimLetters = componentChunk(() => import('./claim-letters.tsx'))

/** Invites imported families to their records, by email or letter: docs/requirements.md#claims. */
export default function InviteFamilies() {
  const query = useQuery(claimCountsOptions)
  return (
    <section aria-label="Invite families" className="mt-8 max-w-2xl">
      <h2 className="text-2xl">Invite families</h2>
      <p className="mt-2 mb-4 text-muted">
        Each imported family gets a link to its children and appointments. It works once, with the
        birth date of one child.
      </p>
      <Loaded query={query} what="the invitations">
        {(counts) => <Invitations counts={counts} countedAt={query.dataUpdatedAt} />}
      </Loaded>
    </section>
  )
}

/** What is counted, in the order of an invitation's way. */
const COUNTED = [
  ['toSend', 'To be sent by email'],
  ['sent', 'Sent by email, not used yet'],
  ['toPrint', 'Without email, letter to be printed'],
  ['printed', 'Letter printed, not used yet'],
  ['failed', 'Three wrong birth dates: new letter needed'],
  ['claimed', 'Have an account now'],
] as const satisfies readonly (readonly [keyof ClaimCounts, string])[]

interface InvitationsProps {
  counts: ClaimCounts
  /** When they arrived, by the device's clock. */
  countedAt: number
}

function Invitations({ counts, countedAt }: InvitationsProps) {
  const queries = useQueryClient()
  const { run: runRecent, dialog } = useRecentLoginDialog(
    'Please log in again before inviting families.',
  )
  const show = ({ counts: latest }: { counts: ClaimCounts }) =>
    queries.setQueryData(claimCountsOptions.queryKey, latest)
  const sending = useMutation({
    mutationFn: () => runRecent(() => send(sendClaims, {})),
    onSuccess: show,
  })
  const printing = useMutation({
    mutationFn: (which: 'next' | 'last') =>
      runRecent(() => send(makeClaimLetters, { body: { which } })),
    // The links must not outlive the page.
    gcTime: 0,
    onMutate: () => counts.toPrint,
    onSuccess: show,
    // The answer may be lost after the letters were made.
    onError: () => void queries.invalidateQueries({ queryKey: claimCountsOptions.queryKey }),
  })
  const { toPrint, lastLetters, nextBatch, nextAt, mostAnHour, linkDays } = counts
  const isBusy = sending.isPending || printing.isPending
  const letters = printing.data?.letters ?? []
  const error = sending.error ?? printing.error
  const isAgain = lastLetters > 0 && letters.length === 0
  const isUnanswered = isTemporary(printing.error)
  const isLost =
    isAgain && isUnanswered && (printing.variables === 'last' || toPrint < (printing.context ?? 0))
  return (
    <Card className="grid gap-5">
      <dl
        aria-label="Families"
        className="grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 tabular-nums"
      >
        {COUNTED.map(([key, label]) => (
          <div key={key} className="contents">
            <dt>{label}</dt>
            <dd className="text-end font-bold">{counts[key].toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {error && <FormAlert>{error.message}</FormAlert>}
      <p role="status" className="empty:hidden">
        {isLost &&
          `The last ${count(lastLetters, 'letter')} didn’t reach this page. Print again before you print others.`}
        {sending.data &&
          (sending.data.emails === 0
            ? 'No email was due.'
            : `${count(sending.data.emails, 'email')} will be sent in the next minutes.`)}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={sending.isPending}
          disabled={nextBatch === 0 || (isBusy && !sending.isPending)}
          onClick={() => sending.mutate()}
        >
          {nextBatch === 0 ? 'Send emails' : `Send ${count(nextBatch, 'email')}`}
        </Button>
        <Button
          look="secondary"
          busy={printing.isPending && printing.variables === 'next'}
          disabled={
            toPrint === 0 ||
            letters.length > 0 ||
            isLost ||
            (isUnanswered && countedAt <= printing.submittedAt) ||
            (isBusy && printing.variables !== 'next')
          }
          onClick={() => printing.mutate('next')}
        >
          {toPrint === 0
            ? 'Print letters'
            : `Print ${count(Math.min(toPrint, MOST_LETTERS), 'letter')}`}
        </Button>
        {isAgain && (
          <Button
            look={isLost ? 'secondary' : 'quiet'}
            busy={printing.isPending && printing.variables === 'last'}
            disabled={isBusy && printing.variables !== 'last'}
            onClick={() => printing.mutate('last')}
          >
            Print the last {count(lastLetters, 'letter')} again
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">
        A new link can be used for {count(linkDays, 'day')}. At most {count(mostAnHour, 'email')} an
        hour, so that mail providers accept them.
        {nextAt && (
          <>
            {' '}
            More can be sent at <Instant at={nextAt} as="time" />.
          </>
        )}
      </p>
      {letters.length > 0 && (
        <LazyComponent
          chunk={claimLetters}
          props={{ letters, onDone: () => printing.reset() }}
          waiting={null}
        />
      )}
      {dialog}
    </Card>
  )
}
