import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endSession, endSessions } from '#contract/identity/sessions-calls.ts'
import type { ListedSession } from '#contract/identity/users.ts'
import { logOut, logOutToLogin } from '#web/both/session/log-out.ts'
import { sessionsOptions } from '#web/both/session/session-api.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'

const REASONS: Record<NonNullable<ListedSession['ended']>['reason'], string> = {
  logged_out: 'You logged out',
  ended_by_user: 'You logged out of it from your list of sessions',
  logged_out_everywhere: 'You logged out everywhere',
  password_reset: 'The password was changed',
  email_changed: 'The email was changed',
  account_disabled: 'The account was disabled',
  account_deleted: 'The account was deleted and created again',
  credential_removed: 'A way to log in was removed',
  second_factor_added: 'A phone was added for two-step verification',
  second_factor_reset: 'The clinic turned off two-step verification',
  email_verified: 'The email was confirmed with another login',
  role_changed: 'Your role changed',
}

/** The browsers in which the user is logged in, and a way to log out of all of them. */
export default function SessionsCard() {
  const sessions = useQuery(sessionsOptions)
  const [isAsking, setIsAsking] = useState(false)
  const ending = useMutation({
    mutationFn: () => send(endSessions, {}),
    onSuccess: async () => {
      await logOut()
      toast.success('You are logged out everywhere')
    },
  })

  const queryClient = useQueryClient()
  const [askedAbout, setAskedAbout] = useState<ListedSession | null>(null)
  const endingOne = useMutation({
    mutationFn: ({ _id: id }: ListedSession) => send(endSession, { params: { id } }),
    onSuccess: async (_, { device, isCurrent }) => {
      if (isCurrent) return logOutToLogin()
      await queryClient.invalidateQueries(sessionsOptions)
      setAskedAbout(null)
      toast.success(`Logged out of ${device}`)
    },
  })

  return (
    <Card>
      <h2 className="text-2xl">Where you’re logged in</h2>
      <p className="mt-2 text-muted">
        If you don’t recognize a device, log out of it, or everywhere, and choose a new password.
      </p>
      <div className="mt-6 grid gap-6">
        {sessions.data ? (
          <ul aria-label="Your sessions" className="grid gap-4">
            {sessions.data.map((session) => (
              <Session key={session._id} session={session} onEnd={() => setAskedAbout(session)} />
            ))}
          </ul>
        ) : sessions.isError ? (
          <LoadError title="We couldn’t load your sessions" query={sessions} />
        ) : (
          <p role="status">Loading your sessions</p>
        )}
        <Button look="secondary" onClick={() => setIsAsking(true)} className="justify-self-start">
          Log out everywhere
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        question="Log out everywhere?"
        detail="You’ll have to log in again on every device, this one included."
        confirmLabel="Log out everywhere"
        error={ending.error?.message}
        busy={ending.isPending}
        onConfirm={() => ending.mutate()}
        onCancel={() => setIsAsking(false)}
      />
      {askedAbout && (
        <ConfirmDialog
          open
          question={`Log out of ${askedAbout.device}?`}
          detail={
            askedAbout.isCurrent
              ? 'This is the device that you’re using. You’ll have to log in again.'
              : 'It will have to log in again.'
          }
          confirmLabel="Log out"
          error={endingOne.error?.message}
          busy={endingOne.isPending}
          onConfirm={() => endingOne.mutate(askedAbout)}
          onCancel={() => {
            endingOne.reset()
            setAskedAbout(null)
          }}
        />
      )}
    </Card>
  )
}

function Session({ session, onEnd }: { session: ListedSession; onEnd: () => void }) {
  const { device, startedAt, lastUsedAt, ended, isCurrent } = session
  return (
    <li className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="font-extrabold">
          {device}
          {isCurrent && <span className="font-normal text-muted"> (this device)</span>}
        </p>
        <p className="text-sm text-muted">
          Logged in <Instant at={startedAt} as="minute" />, last active{' '}
          <Instant at={lastUsedAt} as="minute" />
        </p>
        {ended && (
          <p className="text-sm text-muted">
            Ended <Instant at={ended.at} as="minute" />: {REASONS[ended.reason]}
          </p>
        )}
      </div>
      {!ended && (
        <Button
          look="quiet"
          aria-label={`Log out of ${device}`}
          onClick={onEnd}
          className="shrink-0"
        >
          Log out
        </Button>
      )}
    </li>
  )
}
