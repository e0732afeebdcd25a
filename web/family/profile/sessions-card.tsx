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
import * as words from '#words/en/families/profile/sessions.ts'
import * as sentences from '#words/en/families/profile/sessions-sentences.tsx'

/** The names that the server gives to what it does not know. */
const UNKNOWN: Record<string, string> = {
  'Unknown browser': words.unknownBrowser,
  'unknown device': words.unknownDevice,
}

/** 'Firefox on Windows' in the language of the site. */
function inWords(device: string): string {
  const [browser = '', system = ''] = device.split(' on ').map((name) => UNKNOWN[name] ?? name)
  return words.browserOn(browser, system)
}

/** The browsers in which the user is logged in, and a way to log out of all of them. */
export default function SessionsCard() {
  const sessions = useQuery(sessionsOptions)
  const [isAsking, setIsAsking] = useState(false)
  const ending = useMutation({
    mutationFn: () => send(endSessions, {}),
    onSuccess: async () => {
      await logOut()
      toast.success(words.loggedOutEverywhere)
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
      toast.success(words.loggedOutOf(inWords(device)))
    },
  })

  return (
    <Card>
      <h2 className="text-2xl">{words.title}</h2>
      <p className="mt-2 text-muted">{words.explanation}</p>
      <div className="mt-6 grid gap-6">
        {sessions.data ? (
          <ul aria-label={words.yourSessions} className="grid gap-4">
            {sessions.data.map((session) => (
              <Session key={session._id} session={session} onEnd={() => setAskedAbout(session)} />
            ))}
          </ul>
        ) : sessions.isError ? (
          <LoadError title={words.didNotLoad} query={sessions} />
        ) : (
          <p role="status">{words.loading}</p>
        )}
        <Button look="secondary" onClick={() => setIsAsking(true)} className="justify-self-start">
          {words.logOutEverywhere}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        question={words.askEverywhere}
        detail={words.ifEverywhere}
        confirmLabel={words.logOutEverywhere}
        error={ending.error?.message}
        busy={ending.isPending}
        onConfirm={() => ending.mutate()}
        onCancel={() => setIsAsking(false)}
      />
      {askedAbout && (
        <ConfirmDialog
          open
          question={words.askToLogOutOf(inWords(askedAbout.device))}
          detail={askedAbout.isCurrent ? words.ifThisDevice : words.ifOtherDevice}
          confirmLabel={words.logOut}
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
  const { startedAt, lastUsedAt, ended, isCurrent } = session
  const device = inWords(session.device)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-extrabold">
          {isCurrent
            ? sentences.thisDevice(device, (text) => (
                <span className="font-normal text-muted">{text}</span>
              ))
            : device}
        </p>
        <p className="text-sm text-muted">
          {sentences.loggedInAndActive(
            <Instant at={startedAt} as="minute" />,
            <Instant at={lastUsedAt} as="minute" />,
          )}
        </p>
        {ended && (
          <p className="text-sm text-muted">
            {sentences.ended(<Instant at={ended.at} as="minute" />, words.reasons[ended.reason])}
          </p>
        )}
      </div>
      {!ended && (
        <Button
          look="quiet"
          aria-label={words.logOutOf(device)}
          onClick={onEnd}
          className="ms-auto"
        >
          {words.logOut}
        </Button>
      )}
    </li>
  )
}
