import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import { fromPromise } from 'xstate'
import { getClinic } from '#contract/clinic/clinic-calls.ts'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { formatFullDay, type IsoDate } from '#contract/dates.ts'
import { type OpeningState, type Sample, whyNotOpen } from '#contract/opening/opening.ts'
import * as calls from '#contract/opening/opening-calls.ts'
import type { UnconfirmedFact } from '#contract/site/fact-names.ts'
import {
  type OpeningAnswer,
  type OpeningContext,
  openingMachine,
} from '#machines/opening/opening-machine.ts'
import { type RunRecent, useRecentLoginDialog } from '#web/both/sign-in/recent-login.tsx'
import { Button } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { CheckedForm } from '#web/components/forms/checked-form.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { InlineLink } from '#web/components/text-link.tsx'
import { FactLinks } from '#web/desk/site/fact-links.tsx'
import { TODO_KEY } from '#web/desk/tasks/todo-counts.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { orRefusal, send as sendCall } from '#web/lib/api/send.ts'
import { useShowClinic } from '#web/lib/clinic.tsx'
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts'

interface Site {
  queries: QueryClient
  runRecent: RunRecent
  showClinic: (clinic: ClinicDetails) => void
}

/** The machine with its actors: the server. */
function openingLogic({ queries, runRecent, showClinic }: Site) {
  /** Shows the changes on the whole site at once. */
  async function show<Changed>(changed: Changed): Promise<Changed> {
    void queries.invalidateQueries({ queryKey: TODO_KEY })
    try {
      showClinic(await sendCall(getClinic, {}))
    } catch {
      // The next page that loads shows it.
    }
    return changed
  }
  return openingMachine.provide({
    actors: {
      loadOpening: fromPromise(() => sendCall(calls.getOpening, {})),
      removeSamples: fromPromise(async () =>
        show(await runRecent(() => sendCall(calls.removeSamples, {}))),
      ),
      changeOpening: fromPromise(async ({ input: body }): Promise<OpeningAnswer> => {
        const answer = await orRefusal(
          runRecent(() => sendCall(calls.changeOpening, { body })),
          calls.changeOpening.answers[409],
        )
        if ('state' in answer) return { kind: 'changed', opening: await show(answer) }
        const { message, current: opening, next = null } = answer
        if (!opening) throw new ApiError({ status: 409, ...answer })
        return { kind: 'refused', message, opening, next }
      }),
    },
  })
}

/** Whether families can book online, for admins: docs/requirements.md#opening. */
export default function OpeningPage() {
  const queries = useQueryClient()
  const showClinic = useShowClinic()
  const { run: runRecent, dialog } = useRecentLoginDialog(
    'Please log in again before changing online booking.',
  )
  const [logic] = useState(() => openingLogic({ queries, runRecent, showClinic }))
  return (
    <>
      <OpeningScreen logic={logic} />
      {dialog}
    </>
  )
}

/** The page with a machine whose actors are provided. */
export function OpeningScreen({ logic }: { logic: typeof openingMachine }) {
  const [state, send] = useMachine(logic)
  const { opening, message } = state.context
  const isConfirming = state.matches('confirming') || state.matches('opening')
  return (
    <>
      <PageTitle>Online booking</PageTitle>
      <p className="mt-2 mb-6 max-w-2xl text-lg text-muted">
        When families can book online. The front desk can always book.
      </p>
      {state.matches('loading') && <ListSkeleton label="Loading the state of the site" />}
      {state.matches('loadFailed') && (
        <ErrorState
          title="We couldn’t load the state of the site"
          onRetry={() => send({ type: 'opening.reload' })}
        >
          {message}
        </ErrorState>
      )}
      {opening && !state.matches('loading') && !state.matches('loadFailed') && (
        <Card className="grid max-w-2xl gap-4">
          <h2 className="text-2xl">{describeState(opening)}</h2>
          {message && <FormAlert>{message}</FormAlert>}
          {!opening.hasNotice && (
            <p className="text-muted">
              The Notice of Privacy Practices is not published yet:{' '}
              <InlineLink to="/dashboard/legal/notice">write it</InlineLink>.
            </p>
          )}
          {(state.matches('blocked') || state.matches('removing')) && (
            <Missing
              opening={opening}
              busy={state.matches('removing')}
              onRemove={() => send({ type: 'samples.remove' })}
              onReload={() => send({ type: 'opening.reload' })}
            />
          )}
          {state.matches('ready') && (
            <Choice
              context={state.context}
              onChoose={(from) => send({ type: 'opening.choose', from })}
            />
          )}
          {isConfirming && (
            <Confirmation
              from={state.context.from}
              busy={state.matches('opening')}
              onConfirm={() => send({ type: 'opening.confirm' })}
              onBack={() => send({ type: 'opening.back' })}
            />
          )}
          {(state.matches('open') || state.matches('pausing')) && (
            <Pause
              busy={state.matches('pausing')}
              typed={state.context.reason}
              onPause={(reason) => send({ type: 'opening.pause', reason })}
            />
          )}
          {(state.matches('paused') || state.matches('resuming')) && (
            <>
              <p>
                Families cannot book or join the waiting list. They can still move, cancel, pay and
                answer offers.
              </p>
              <div>
                <Button
                  busy={state.matches('resuming')}
                  onClick={() => send({ type: 'opening.resume' })}
                >
                  Resume online booking
                </Button>
              </div>
            </>
          )}
        </Card>
      )}
    </>
  )
}

/** The state in the words that families read. */
const describeState = ({ state, from, reason }: OpeningState) =>
  whyNotOpen({ state, from, reason }, '') ?? 'Online booking is open'

const KINDS: Record<Sample['kind'], { label: string; to: string }> = {
  treatment: { label: 'Treatments', to: '/dashboard/treatments' },
  doctor: { label: 'Doctors', to: '/dashboard/managedoctors' },
  detail: { label: 'The clinic’s details', to: '/dashboard/clinic' },
}

interface MissingProps {
  opening: OpeningState
  busy: boolean
  onRemove: () => void
  onReload: () => void
}

/** What prevents the site from opening. */
function Missing({ opening: { samples, facts }, busy, onRemove, onReload }: MissingProps) {
  return (
    <>
      {samples.length > 0 && <Samples samples={samples} />}
      {facts.length > 0 && <Facts facts={facts} />}
      <div className="flex flex-wrap gap-3">
        {samples.length > 0 && (
          <Button look="danger" busy={busy} onClick={onRemove}>
            Remove all samples
          </Button>
        )}
        <Button look="secondary" disabled={busy} onClick={onReload}>
          Check again
        </Button>
      </div>
    </>
  )
}

/** Samples are replaced when an admin saves them as the clinic’s own, or removed. */
function Samples({ samples }: { samples: readonly Sample[] }) {
  const byKind = Map.groupBy(samples, ({ kind }) => kind)
  return (
    <>
      <p>
        These are samples. Replace each with your clinic’s own data and save it, or remove them:
        then sample treatments are no longer offered, and sample doctors are deleted.
      </p>
      <ul aria-label="Samples" className="grid gap-2">
        {[...byKind].map(([kind, ofKind]) => (
          <li key={kind}>
            <InlineLink to={KINDS[kind].to}>{KINDS[kind].label}</InlineLink>:{' '}
            {ofKind.map(({ name }) => name).join(', ')}
          </li>
        ))}
      </ul>
    </>
  )
}

function Facts({ facts }: { facts: readonly UnconfirmedFact[] }) {
  return (
    <>
      <p>
        The website makes these claims about your clinic. Correct, confirm or hide them on the page{' '}
        <InlineLink to="/dashboard/website">Website</InlineLink>.
      </p>
      <FactLinks facts={facts} />
    </>
  )
}

interface ChoiceProps {
  context: OpeningContext
  onChoose: (from: IsoDate | null) => void
}

function Choice({ context: { opening, from, proposed }, onChoose }: ChoiceProps) {
  const [day, setDay] = useState(proposed ?? from ?? opening?.from ?? '')
  return (
    <>
      <p>Until then families can sign up and add their children, and are asked to call.</p>
      <div>
        <Button onClick={() => onChoose(null)}>Open now</Button>
      </div>
      <CheckedForm
        onSubmit={() => onChoose(day)}
        aria-label="Open on a day"
        className="grid max-w-sm gap-3"
      >
        <TextField
          label="First day"
          hint="Families can book from midnight on."
          type="date"
          required
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <div>
          <Button type="submit" look="secondary">
            Open on this day
          </Button>
        </div>
      </CheckedForm>
    </>
  )
}

interface ConfirmationProps {
  from: IsoDate | null
  busy: boolean
  onConfirm: () => void
  onBack: () => void
}

function Confirmation({ from, busy, onConfirm, onBack }: ConfirmationProps) {
  return (
    <>
      <p>
        {from === null
          ? 'Families can book as soon as you confirm. You can pause it at any time.'
          : `Families can book from ${formatFullDay(from)} on. You can choose another day until then.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy} onClick={onConfirm}>
          Open online booking
        </Button>
        <Button look="secondary" disabled={busy} onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  )
}

interface PauseProps {
  busy: boolean
  /** The reason as it was last sent. */
  typed: string
  onPause: (reason: string) => void
}

function Pause({ busy, typed, onPause }: PauseProps) {
  const [reason, setReason] = useState(typed)
  useUnsavedChanges(reason !== typed)
  function submit() {
    if (!busy) onPause(reason)
  }
  return (
    <CheckedForm onSubmit={submit} aria-label="Pause" className="grid gap-3">
      <p>
        When something is wrong, pause online booking: families can then not book or join the
        waiting list. They can still move, cancel, pay and answer offers.
      </p>
      <TextField
        label="Reason"
        hint="Families read it on the site: “Our phones are down until noon”"
        required
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <div>
        <Button type="submit" look="secondary" busy={busy}>
          Pause online booking
        </Button>
      </div>
    </CheckedForm>
  )
}
