import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useId, useState } from 'react'
import { useParams } from 'react-router-dom'
import { fromPromise, type SnapshotFrom } from 'xstate'
import type { ReceivedInvitation } from '#contract/guardians/guardians.ts'
import { joinNames } from '#contract/names.ts'
import {
  type InvitationAnswer,
  type InvitationEvent,
  invitationMachine,
} from '#machines/invitation/invitation-machine.ts'
import { bookingFor } from '#web/both/appointments/address-parameters.ts'
import { RIGHTS } from '#web/both/children/rights.ts'
import { accountOptions, explain } from '#web/both/session/account.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import { loadIdentity } from '#web/both/session/identity.ts'
import { continueSession } from '#web/both/session/session-exchange.ts'
import { AccountFrame } from '#web/both/sign-in/account-frame.tsx'
import { EmailConfirmation } from '#web/both/sign-in/email-confirmation.tsx'
import { useOtherAccount } from '#web/both/sign-in/use-other-account.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Faces } from '#web/components/people/face.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import * as words from '#words/en/families/invitation.ts'
import * as sentences from '#words/en/families/invitation-sentences.tsx'
import * as frame from '#words/en/frame.ts'
import { acceptInvitation, loadInvitation } from './guardians-api.ts'

/** The target of the link in an invitation's email: `/invitation/{id}`. */
export default function InvitationPage() {
  const { id = '' } = useParams()
  return <Invitation key={id} id={id} />
}

/** A new token tells our server that the address is confirmed. */
async function loadWithConfirmation(id: string): Promise<InvitationAnswer> {
  const answer = await loadInvitation(id)
  if (answer.kind !== 'unverified') return answer
  const account = await (await loadIdentity()).readAccount().catch(() => null)
  if (!account?.emailVerified) return answer
  await continueSession()
  return loadInvitation(id)
}

function useInvitation(id: string, logic?: typeof invitationMachine) {
  const queries = useQueryClient()
  const [machine] = useState(
    () =>
      logic ??
      invitationMachine.provide({
        actors: {
          loadInvitation: fromPromise(() => loadWithConfirmation(id)),
          acceptInvitation: fromPromise(async ({ input }) => {
            const answer = await acceptInvitation(input)
            for (const queryKey of [['children'], ['appointments']]) {
              void queries.invalidateQueries({ queryKey })
            }
            return answer
          }),
          sendEmail: fromPromise(async () => {
            try {
              await (await loadIdentity()).sendEmailVerification(`/invitation/${id}`)
            } catch (error) {
              throw new Error(explain(error), { cause: error })
            }
          }),
        },
      }),
  )
  return useMachine(machine, { input: { invitationId: id } })
}

interface InvitationProps {
  id: string
  /** The machine with other actors, for tests. */
  logic?: typeof invitationMachine
}

export function Invitation({ id, logic }: InvitationProps) {
  const [snapshot, send] = useInvitation(id, logic)
  // Another screen that replaces the one with the pressed button is read out.
  const frame = useFocusOnChange<HTMLDivElement>(screenOf(snapshot))
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <InvitationScreen snapshot={snapshot} send={send} />
    </div>
  )
}

function screenOf({ value }: Snapshot): string {
  const state = typeof value === 'string' ? value : Object.keys(value).join()
  return ['loading', 'loadFailed', 'accepting'].includes(state) ? 'open' : state
}

function InvitationScreen({ snapshot, send }: StepProps) {
  const { invitation, message } = snapshot.context

  if (snapshot.matches('loading') || snapshot.matches('loadFailed')) {
    return (
      <AccountFrame title={words.invitation}>
        {snapshot.matches('loading') ? (
          <Spinner label={words.loading} />
        ) : (
          <ErrorState title={words.didNotLoad} onRetry={() => send({ type: 'retry' })}>
            {message}
          </ErrorState>
        )}
      </AccountFrame>
    )
  }
  if (snapshot.matches('otherAddress')) return <OtherAddress />
  if (snapshot.matches('unverified')) return <Unverified snapshot={snapshot} send={send} />
  if (!invitation || snapshot.matches('notFound')) {
    return <NothingToAccept title={words.notFound} lead={words.linkMayBeIncomplete} />
  }
  if (snapshot.matches('expired')) {
    return (
      <NothingToAccept
        title={words.hasExpired}
        lead={words.askForNewOne(invitation.inviterEmail)}
      />
    )
  }
  if (snapshot.matches('revoked')) {
    return (
      <NothingToAccept
        title={words.wasWithdrawn}
        lead={words.ifThatIsMistake(invitation.inviterEmail)}
      />
    )
  }
  if (snapshot.matches('accepted')) return <Accepted snapshot={snapshot} />
  return <Open snapshot={snapshot} send={send} />
}

type Snapshot = SnapshotFrom<typeof invitationMachine>
type NamedChildren = ReceivedInvitation['children']

const namesOf = (children: NamedChildren) => joinNames(children.map(({ name }) => name))

interface StepProps {
  snapshot: Snapshot
  send: (event: InvitationEvent) => void
}

/** The inviter, the children, the user's rights then, and Accept. */
function Open({ snapshot, send }: StepProps) {
  const { invitation, children, message } = snapshot.context
  const titleId = useId()
  if (!invitation) return null
  const isAccepting = snapshot.matches('accepting')
  const names = namesOf(children)
  if (children.length === 0) {
    return (
      <AccountFrame title={words.alreadyTheirGuardian} lead={words.nothingLeft}>
        <ChildrenLink />
      </AccountFrame>
    )
  }
  return (
    <AccountFrame
      title={words.lookAfter(names)}
      lead={words.invitesYou(invitation.inviterEmail, names)}
    >
      <Faces of={children} size="md" />
      <section aria-labelledby={titleId}>
        <h2 id={titleId} className="text-xl">
          {words.whatYouCanDo}
        </h2>
        <ul className="mt-2 grid list-disc gap-1 ps-5">
          <li>{words.seeThem}</li>
          {RIGHTS.filter(({ key }) => invitation[key]).map(({ key, label }) => (
            <li key={key}>{label}</li>
          ))}
        </ul>
      </section>
      {invitation.merges.length > 0 && (
        <Merging merged={invitation.merges} inviterEmail={invitation.inviterEmail} />
      )}
      <p className="text-muted">{words.whatOthersSee}</p>
      {message !== null && <FormAlert>{message}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button busy={isAccepting} onClick={() => send({ type: 'invitation.accept' })}>
          {words.accept}
        </Button>
        {message !== null && (
          <ButtonLink to="/dashboard/children" look="secondary">
            {frame.myChildren}
          </ButtonLink>
        )}
        <ButtonLink to="/dashboard" look="quiet">
          {words.notNow}
        </ButtonLink>
      </div>
      <p className="text-sm text-muted">
        {sentences.acceptUntil(<Instant at={invitation.until} as="weekday" />)}
      </p>
    </AccountFrame>
  )
}

/** The effect on the user’s own entries for the same children. */
function Merging({ merged, inviterEmail }: { merged: NamedChildren; inviterEmail: string }) {
  const titleId = useId()
  const each = namesOf(merged)
  const isOne = merged.length === 1
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="text-xl">
        {isOne ? words.oneIsListed(each) : words.severalAreListed(each)}
      </h2>
      <p className="mt-2">
        {isOne ? words.oneIsMerged(each, inviterEmail) : words.severalAreMerged(each, inviterEmail)}
      </p>
    </section>
  )
}

/** The user's next steps. */
function Accepted({ snapshot }: Pick<StepProps, 'snapshot'>) {
  const { invitation, children } = snapshot.context
  const say = invitation?.mayBook ? words.canBookFor : words.canSeeAppointmentsOf
  return (
    <AccountFrame
      title={words.accepted}
      lead={children.length > 0 ? say(namesOf(children)) : words.acceptedBefore}
    >
      <Faces of={children} size="md" />
      <div className="flex flex-wrap gap-3">
        <ChildrenLink />
        {invitation?.bookable.map(({ _id, name }) => (
          <ButtonLink key={_id} to={bookingFor(_id)} look="secondary" className="wrap-anywhere">
            <span>{sentences.bookFor(<bdi>{name}</bdi>)}</span>
          </ButtonLink>
        ))}
      </div>
    </AccountFrame>
  )
}

/** The user has to log in with the address of the invitation, and returns here. */
function OtherAddress() {
  const { email } = useUser()
  const logIn = useOtherAccount()
  return (
    <AccountFrame title={words.isForOtherAddress} lead={words.loggedInAs(email)}>
      <Button wide onClick={() => void logIn()}>
        {words.useOtherAddress}
      </Button>
    </AccountFrame>
  )
}

/** Asks the user to confirm the address: only its owner may accept. */
function Unverified({ snapshot, send }: StepProps) {
  const { email } = useUser()
  const account = useQuery(accountOptions(email))
  // The link opens in another window; the account is refetched when the user comes back.
  const isConfirmed = account.data?.emailVerified === true
  useEffect(() => {
    if (isConfirmed) send({ type: 'email.check' })
  }, [isConfirmed, send])

  return (
    <AccountFrame title={words.confirmFirst} lead={words.confirmAddress(email)}>
      <EmailConfirmation
        email={email}
        explanation={words.sentAtSignUp}
        wasSent
        isIn={(state) => snapshot.matches({ unverified: state })}
        isUnconfirmed={snapshot.matches({ unverified: { emailSent: 'unconfirmed' } })}
        message={snapshot.context.message}
        canSend={snapshot.can({ type: 'email.send' })}
        onSend={() => send({ type: 'email.send' })}
        onCheck={() => send({ type: 'email.check' })}
      />
    </AccountFrame>
  )
}

function ChildrenLink() {
  return <ButtonLink to="/dashboard/children">{frame.myChildren}</ButtonLink>
}

function NothingToAccept(frame: { title: string; lead: string }) {
  return (
    <AccountFrame {...frame}>
      <p>
        <TextLink to="/dashboard">{words.seeMyAppointments}</TextLink>
      </p>
    </AccountFrame>
  )
}
