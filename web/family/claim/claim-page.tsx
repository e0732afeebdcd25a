import { useMachine } from '@xstate/react'
import { type ReactNode, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { fromPromise, type SnapshotFrom } from 'xstate'
import { type ClaimEvent, claimMachine } from '#machines/claim/claim-machine.ts'
import { Auth, type AuthSnapshot } from '#web/both/session/auth-context.ts'
import { AccountFrame } from '#web/both/sign-in/account-frame.tsx'
import { returningTo } from '#web/both/sign-in/origin.ts'
import { useOtherAccount } from '#web/both/sign-in/use-other-account.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { RestoreFailed, SessionSpinner } from '#web/family/auth/session/session-screens.tsx'
import QueryProvider from '#web/lib/api/query-provider.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { useSession } from '#web/lib/use-session.ts'
import * as words from '#words/en/account/claim.ts'
import * as sentences from '#words/en/account/claim-sentences.tsx'
import * as linkWords from '#words/en/account/email-links.ts'
import * as signInWords from '#words/en/account/sign-in.ts'
import { loadClaim, proveClaim } from './claim-api.ts'
import { ConfirmEmailFirst } from './confirm-email-first.tsx'
import { ProofForm } from './proof-form.tsx'

function placeOf(snapshot: AuthSnapshot) {
  if (snapshot.matches({ unknown: 'restoreFailed' })) return 'failed'
  const isWaiting =
    snapshot.matches('unknown') ||
    snapshot.matches({ guest: 'exchanging' }) ||
    snapshot.matches({ guest: 'signingOut' })
  return isWaiting ? 'waiting' : 'ready'
}

/**
 * The target of the link in a clinic's email or letter to a family that it has imported:
 * docs/requirements.md#claims.
 */
export default function ClaimPage() {
  const { token = '' } = useParams()
  const email = useSession()?.user.email ?? ''
  const place = Auth.useSelector(placeOf)
  if (place === 'waiting') return <SessionSpinner />
  if (place === 'failed') return <RestoreFailed />
  return (
    <QueryProvider>
      {/* Another user, or none, begins anew. */}
      <Claim key={`${email} ${token}`} token={token} />
    </QueryProvider>
  )
}

// Loaded when needed, because most visitors see another screen first.
const claimedFamily = componentChunk(() => import('./claimed.tsx'))

const serverLogic = claimMachine.provide({
  actors: {
    loadClaim: fromPromise(({ input: { token } }) => loadClaim(token)),
    proveClaim: fromPromise(({ input }) => proveClaim(input)),
  },
})

interface ClaimProps {
  token: string
  /** The machine with other actors, for tests. */
  logic?: typeof claimMachine
}

/** The page of a claim once it is known whether a user is logged in. */
export function Claim({ token, logic = serverLogic }: ClaimProps) {
  const [machine] = useState(logic)
  const [snapshot, send] = useMachine(machine, { input: { token } })
  // Another screen that replaces the one with the pressed button is read out.
  const frame = useFocusOnChange<HTMLDivElement>(screenOf(snapshot))
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <ClaimScreen snapshot={snapshot} send={send} />
    </div>
  )
}

type Snapshot = SnapshotFrom<typeof claimMachine>

/** States with the same screen have the same name. */
function screenOf({ value }: Snapshot): string {
  const state = typeof value === 'string' ? value : Object.keys(value).join()
  if (state === 'confirming') return 'proving'
  if (state === 'checkingEmail') return 'unverified'
  return state
}

/** The states without a next step on the page, and what to do. */
const ENDED = [
  { state: 'failed', title: words.tooManyWrongDates, advice: sentences.callForNewLetter },
  { state: 'expired', title: words.linkExpired, advice: sentences.callForNewLink },
  { state: 'replaced', title: words.newerLink, advice: sentences.useLatestLink },
  { state: 'notFound', title: words.linkDoesNotWork, advice: sentences.checkAddress },
] as const

interface ScreenProps {
  snapshot: Snapshot
  send: (event: ClaimEvent) => void
}

function ClaimScreen({ snapshot, send }: ScreenProps) {
  const { claimed, message, triesLeft } = snapshot.context
  if (snapshot.matches('loading')) return <Checking />
  if (snapshot.matches('loadFailed')) {
    return (
      <AccountFrame title={words.yourFamily}>
        <ErrorState title={linkWords.linkNotChecked} onRetry={() => send({ type: 'retry' })}>
          {message}
        </ErrorState>
      </AccountFrame>
    )
  }
  if (snapshot.matches('login')) return <Welcome />
  if (snapshot.matches('unverified') || snapshot.matches('checkingEmail')) {
    return (
      <ConfirmEmailFirst
        busy={snapshot.matches('checkingEmail')}
        isUnconfirmed={snapshot.matches({ unverified: 'unconfirmed' })}
        message={message}
        send={send}
      />
    )
  }
  if (claimed && snapshot.matches('done')) {
    return <LazyComponent chunk={claimedFamily} props={{ claimed }} waiting={<Checking />} />
  }
  if (snapshot.matches('conflict')) return <Conflict message={message} />
  if (snapshot.matches('used')) return <Used />
  const ended = ENDED.find(({ state }) => snapshot.matches(state))
  if (ended) {
    return (
      <AccountFrame title={ended.title}>
        <CallUs advice={ended.advice} />
      </AccountFrame>
    )
  }
  return (
    <ProofForm
      busy={snapshot.matches('confirming')}
      triesLeft={triesLeft}
      message={message}
      onSubmit={(birthDate) => send({ type: 'birthDate.submit', birthDate })}
    />
  )
}

function Checking() {
  return (
    <AccountFrame title={words.yourFamily}>
      <Spinner label={linkWords.checkingLink} />
    </AccountFrame>
  )
}

/** What the link is for, and how the visitor goes on. */
function Welcome() {
  const { fullName, name } = useClinic()
  const origin = returningTo(useLocation())
  return (
    <AccountFrame title={words.yourFamilyAt(name)} lead={words.welcome(fullName)}>
      <section aria-labelledby="next">
        <h2 id="next" className="text-xl">
          {words.whatHappensNext}
        </h2>
        <ol className="mt-2 grid list-decimal gap-1 ps-5">
          <li>{words.stepAccount}</li>
          <li>{words.stepBirthDate}</li>
          <li>{words.stepSee}</li>
        </ol>
      </section>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/signup" state={origin}>
          {signInWords.createAccount}
        </ButtonLink>
        <ButtonLink to="/login" state={origin} look="secondary">
          {signInWords.logIn}
        </ButtonLink>
      </div>
      <CallUs advice={sentences.callWithQuestion} />
    </AccountFrame>
  )
}

/** Another account has the family, or the user cannot have it now. */
function Conflict({ message }: { message: string | null }) {
  const logIn = useOtherAccount()
  return (
    <AccountFrame title={words.familyNotAdded}>
      {message !== null && <FormAlert>{message}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/dashboard">{words.goToAppointments}</ButtonLink>
        <Button look="secondary" onClick={() => void logIn()}>
          {words.logInWithOther}
        </Button>
      </div>
      <CallUs advice={sentences.callForHelp} />
    </AccountFrame>
  )
}

/** An account has the family: the visitor's, who may not be logged in, or another guardian's. */
function Used() {
  const isLoggedIn = useSession() !== null
  const logIn = useOtherAccount()
  return (
    <AccountFrame
      title={words.linkUsed}
      lead={isLoggedIn ? words.inOtherAccount : words.logInIfItWasYou}
    >
      <div>
        <Button onClick={() => void logIn()}>
          {isLoggedIn ? words.logInWithOther : signInWords.logIn}
        </Button>
      </div>
      <CallUs advice={sentences.askOtherGuardian} />
    </AccountFrame>
  )
}

function CallUs({ advice }: { advice: (phone: ReactNode) => ReactNode }) {
  return <p>{advice(<PhoneLink of={useClinic()} className="font-bold whitespace-nowrap" />)}</p>
}
