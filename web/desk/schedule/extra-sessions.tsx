import { useQuery } from '@tanstack/react-query'
import { count } from '#contract/count.ts'
import { formatPrice } from '#contract/money.ts'
import type { ExtraSession } from '#contract/treatments/extra-sessions.ts'
import { withdrawExtraSession } from '#contract/treatments/extra-sessions-calls.ts'
import { Card } from '#web/components/card.tsx'
import { CardRow, CardRows } from '#web/components/lists/card-rows.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { formatSpan } from '#web/desk/appointments/time-format.ts'
import { send } from '#web/lib/api/send.ts'
import { Withdraw } from './closures/withdraw.tsx'
import {
  extraSessionsOptions,
  type SessionChoice,
  sessionChoicesOptions,
} from './extra-sessions-api.ts'
import { cancels, describeCanceled } from './impact-panel.tsx'
import { SessionForm } from './session-form.tsx'

/** Open time outside opening hours: a flu clinic on a Saturday, an evening of one doctor. */
export function ExtraSessions() {
  const list = useQuery(extraSessionsOptions)
  const choices = useQuery(sessionChoicesOptions)
  const failed = [list, choices].find((query) => query.isError && query.data === undefined)
  return (
    <Card>
      <section aria-labelledby="extra-sessions" className="grid gap-6">
        <div>
          <h2 id="extra-sessions" className="text-2xl">
            Extra sessions
          </h2>
          <p className="mt-2 text-muted">
            Open time outside opening hours on one day. Closures and absences still apply.
          </p>
        </div>
        {list.data && choices.data ? (
          <>
            {list.data.sessions.length === 0 ? (
              <p>No extra sessions are planned.</p>
            ) : (
              <CardRows aria-label="Extra sessions">
                {list.data.sessions.map((session) => (
                  <Session key={session._id} session={session} {...choices.data} />
                ))}
              </CardRows>
            )}
            <SessionForm today={list.data.today} {...choices.data} />
          </>
        ) : failed ? (
          <LoadError title="We couldn’t load the extra sessions" query={failed} />
        ) : (
          <ListSkeleton label="Loading the extra sessions" />
        )}
      </section>
    </Card>
  )
}

interface SessionProps {
  session: ExtraSession
  doctors: readonly SessionChoice[]
  treatments: readonly SessionChoice[]
}

function Session({ session, doctors, treatments }: SessionProps) {
  const { doctor, everyMinutes, price, booked, date, fromMinute, toMinute } = session
  const when = `${useDayFormat()(date)}, ${formatSpan({ from: fromMinute, to: toMinute })}`
  const nameOf = (of: readonly SessionChoice[], id: string) =>
    of.find(({ _id }) => _id === id)?.name ?? 'Removed'
  const facts = [
    doctor === null ? 'The clinic' : nameOf(doctors, doctor),
    session.treatments.map((id) => nameOf(treatments, id)).join(', ') || 'All treatments',
    ...(everyMinutes === null ? [] : [`every ${everyMinutes} minutes`]),
    ...(price === null ? [] : [formatPrice(price)]),
    booked === 0 ? 'no appointments yet' : count(booked, 'appointment'),
  ]
  return (
    <CardRow>
      <div className="grid min-w-0 grow basis-56 [overflow-wrap:anywhere]">
        <p className="font-bold">{when}</p>
        <p className="text-muted">{facts.join(' · ')}</p>
      </div>
      <Withdraw
        what={`the session of ${when}`}
        detail="These appointments don’t fit the hours without it."
        withdraw={(decided) =>
          send(withdrawExtraSession, { params: { id: session._id }, query: { ...decided } })
        }
        onWithdrawn={(applied) => {
          const done = 'The session is withdrawn.'
          toast.success(cancels(applied) ? `${done} ${describeCanceled(applied)}` : done)
        }}
      />
    </CardRow>
  )
}
