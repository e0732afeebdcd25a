import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { startOfSlot } from '#contract/booking/slots.ts'
import { formatFullDay, formatWeekday } from '#contract/dates.ts'
import { formatPrice } from '#contract/money.ts'
import type { Offer } from '#contract/waitlist/waitlist.ts'
import * as calls from '#contract/waitlist/waitlist-calls.ts'
import { type OfferAnswer, type OfferEvent, offerMachine } from '#machines/offer/offer-machine.ts'
import { movePage } from '#web/both/appointments/address-parameters.ts'
import { momentOf } from '#web/both/appointments/moment.ts'
import { answerOf, WAITLIST_KEY } from '#web/both/waitlist/waitlist-api.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Faces } from '#web/components/people/face.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { ErrorState } from '#web/components/states/states.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { send } from '#web/lib/api/send.ts'
import { describeTime, describeUntil } from './held-time.ts'

// Needed only to cancel.
const confirmDialog = componentChunk(async () => {
  const { ConfirmDialog } = await import('#web/components/dialog.tsx')
  return { default: ConfirmDialog }
})

// Needed only by guardians whose phone number is not known.
const contactForm = componentChunk(() => import('./offer-contact-form.tsx'))

// The offer is shown before its terms have loaded.
const offerTerms = componentChunk(() => import('./offer-terms.tsx'))

/** The target of the link in an offer's email: `/dashboard/offers/{id}`. Opening it changes nothing. */
export default function OfferPage() {
  const { id = '' } = useParams()
  return <OfferFlow key={id} id={id} />
}

/** Its requests are never aborted: the server may have booked already, and other pages must show it. */
function useOffer(id: string, logic?: typeof offerMachine) {
  const queries = useQueryClient()
  const [machine] = useState(() => {
    if (logic) return logic
    const refreshed = async (answer: Promise<OfferAnswer>) => {
      try {
        return await answer
      } finally {
        for (const queryKey of [WAITLIST_KEY, ['appointments'], ['appointment'], ['available']]) {
          void queries.invalidateQueries({ queryKey })
        }
      }
    }
    return offerMachine.provide({
      actors: {
        loadOffer: fromPromise(({ input: { offerId: id } }) =>
          answerOf(send(calls.getOffer, { params: { id } })),
        ),
        acceptOffer: fromPromise(({ input: { offerId: id, version, contact } }) =>
          refreshed(
            answerOf(send(calls.acceptOffer, { params: { id }, body: { version, contact } })),
          ),
        ),
        declineOffer: fromPromise(({ input: { offerId: id } }) =>
          refreshed(answerOf(send(calls.declineOffer, { params: { id } }))),
        ),
      },
    })
  })
  return useMachine(machine, { input: { offerId: id } })
}

/** @param logic the machine with other actors, for tests */
export function OfferFlow({ id, logic }: { id: string; logic?: typeof offerMachine }) {
  const [snapshot, sendEvent] = useOffer(id, logic)
  const { offer, message } = snapshot.context
  const state = snapshot.value
  const isAsking = ['loading', 'loadFailed', 'accepting', 'declining'].includes(state)
  // Another screen that replaces the one with the pressed button is read out.
  const frame = useFocusOnChange<HTMLDivElement>(isAsking ? 'open' : state)
  return (
    <div ref={frame} tabIndex={-1} className="max-w-2xl outline-none">
      {(state === 'loading' || state === 'loadFailed') && (
        <PageTitle className="mb-6">Offer</PageTitle>
      )}
      {state === 'loading' && <Spinner label="Loading your offer" />}
      {state === 'loadFailed' && (
        <ErrorState
          title="We couldn’t load your offer"
          onRetry={() => sendEvent({ type: 'retry' })}
        >
          {message}
        </ErrorState>
      )}
      {snapshot.matches('notFound') && (
        <End title="We couldn’t find that offer">
          <p>The link may be incomplete, or the offer is for another account.</p>
          <WaitlistLink />
        </End>
      )}
      {offer && snapshot.matches('accepted') && <Accepted offer={offer} />}
      {offer && snapshot.matches('declined') && <Declined offer={offer} />}
      {offer && snapshot.matches('gone') && <Gone offer={offer} />}
      {offer && ['open', 'accepting', 'declining'].includes(state) && (
        <Open
          offer={offer}
          message={message}
          accepting={snapshot.matches('accepting')}
          declining={snapshot.matches('declining')}
          onAnswer={sendEvent}
        />
      )}
    </div>
  )
}

function End({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageTitle className="mb-6">{title}</PageTitle>
      <Card className="grid gap-4">{children}</Card>
    </>
  )
}

type Fact = [label: string, value: string]

interface OpenProps {
  offer: Offer
  message: string | null
  accepting: boolean
  declining: boolean
  onAnswer: (event: OfferEvent) => void
}

/** The time, until when it is held, and what accepting it does. */
function Open({ offer, message, accepting, declining, onAnswer }: OpenProps) {
  const { child, from, treatment, doctor, price, untilAt, reoffer, needsContact } = offer
  const contactId = useId()
  const [isCanceling, setCanceling] = useState(false)
  const decline = () => onAnswer({ type: 'offer.decline' })
  const isBlock = offer.times.length > 0
  const facts: Fact[] = [
    ['When', isBlock ? formatFullDay(offer.date) : describeTime(offer)],
    ...offer.times.map(
      (time): Fact => [
        time.child,
        [startOfSlot(time.slot), time.doctor].filter(Boolean).join(' · '),
      ],
    ),
    [isBlock ? 'Price for all' : 'Price', formatPrice(price)],
    ...(from === null ? [] : [['Instead of', describeTime(from)] as Fact]),
  ]
  const answers = (
    <>
      {message !== null && <FormAlert>{message}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button
          busy={accepting}
          disabled={declining}
          {...(needsContact
            ? { type: 'submit', form: contactId }
            : { onClick: () => onAnswer({ type: 'offer.accept' }) })}
        >
          Accept
        </Button>
        {reoffer && from && (
          <ButtonLink look="secondary" to={movePage(from._id)}>
            Other times
          </ButtonLink>
        )}
        <Button
          look={reoffer ? 'quiet' : 'secondary'}
          className={reoffer ? 'max-sm:-ml-6' : undefined}
          busy={declining}
          disabled={accepting}
          onClick={() => (reoffer ? setCanceling(true) : decline())}
        >
          {reoffer ? 'Cancel the appointment' : 'Decline'}
        </Button>
      </div>
    </>
  )
  return (
    <End
      title={
        isBlock
          ? `Times for ${child}`
          : `A ${reoffer ? 'new ' : from ? 'sooner ' : ''}time for ${child ?? 'you'}`
      }
    >
      <p className="flex items-center gap-3 text-2xl leading-tight font-extrabold text-primary md:text-3xl">
        <Faces of={offer.children} size="md" />
        <span className="min-w-0">
          {isBlock ? formatWeekday(offer.date) : momentOf(offer)}
          <span className="block text-lg font-bold text-base-content wrap-anywhere">
            {treatment}
            {doctor !== null && !isBlock && ` with ${doctor}`}
          </span>
        </span>
      </p>
      {reoffer ? (
        <HeldInstead offer={offer} />
      ) : (
        <p>
          We’re holding {isBlock ? 'these times' : 'this time'} for you until{' '}
          <strong>{describeUntil(untilAt)}</strong>. After that, other families can have{' '}
          {isBlock ? 'them' : 'it'}.
        </p>
      )}
      <LazyComponent chunk={offerTerms} props={{ offer }} waiting={null} />
      {/* On the first screen of a phone; the answers of other offers come below their price. */}
      {reoffer && answers}
      <dl className="grid grid-cols-[fit-content(45%)_minmax(0,1fr)] gap-x-6 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="font-bold wrap-anywhere">
              <bdi>{label}</bdi>
            </dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        {from
          ? `If you accept, your appointment moves to this time. Price and payment stay the same, and it doesn’t count as one of your moves.${reoffer ? ' You can also choose another time, or cancel and get everything back.' : ''}`
          : isBlock
            ? 'If you accept, we book all of them or none. You can pay for, move or cancel each one like any other appointment.'
            : 'If you accept, we book it for you. You can pay for, move or cancel it like any other appointment.'}
      </p>
      {needsContact && (
        <LazyComponent
          chunk={contactForm}
          props={{
            id: contactId,
            readOnly: accepting || declining,
            onSubmit: (contact) => onAnswer({ type: 'offer.accept', contact }),
          }}
          waiting={null}
        />
      )}
      {!reoffer && answers}
      {isCanceling && (
        <LazyComponent
          chunk={confirmDialog}
          props={{
            open: true,
            question: 'Cancel this appointment?',
            detail: 'We’ll refund everything that was paid for it.',
            confirmLabel: 'Cancel appointment',
            cancelLabel: 'Go back',
            error: message ?? undefined,
            busy: declining,
            onConfirm: decline,
            onCancel: () => setCanceling(false),
          }}
          waiting={null}
        />
      )}
      <Others offer={offer} />
    </End>
  )
}

/** Why the appointment can't take place, until when another time is held, and what happens without an answer. */
function HeldInstead({ offer: { reoffer, untilAt, answerByAt } }: { offer: Offer }) {
  const end = <strong>{describeUntil(answerByAt ?? untilAt)}</strong>
  const cancel = 'we’ll cancel your appointment and refund everything that was paid'
  return (
    <>
      <p>
        We’re sorry: we can’t keep the time of your appointment.
        {reoffer?.why && <span className="block wrap-anywhere">Why: {reoffer.why}</span>}
      </p>
      {answerByAt ? (
        <p>
          We’re holding this time for you: please answer by {end}. If you don’t, we’ll try to call
          you. Without an answer by {describeUntil(untilAt)}, {cancel}.
        </p>
      ) : (
        <p>
          We’re holding this time for you until {end}. If you don’t answer by then, {cancel}.
        </p>
      )}
    </>
  )
}

function Accepted({ offer }: { offer: Offer }) {
  if (offer.times.length > 0) {
    return (
      <End title="The times are yours">
        <ul className="grid gap-1">
          {offer.times.map(({ child, slot }) => (
            <li key={child} className="wrap-anywhere">
              <bdi>{child}</bdi>: {describeTime({ date: offer.date, slot })}
            </li>
          ))}
        </ul>
        <NextStep to="/dashboard">See my appointments</NextStep>
      </End>
    )
  }
  return (
    <End title="The time is yours">
      <p>{describeTime(offer)}</p>
      {offer.byOther && <p>Another guardian, or our front desk for you, has accepted it.</p>}
      <NextStep to={`/dashboard/appointment/${offer.appointmentId}`}>See the appointment</NextStep>
      <Others offer={offer} />
    </End>
  )
}

/** Each other appointment of the closed time has an answer of its own. */
function Others({ offer: { reoffer } }: { offer: Offer }) {
  const others = reoffer?.others ?? []
  if (others.length === 0) return null
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h2 className="text-xl">Also needs your answer</h2>
      <ul className="grid gap-1">
        {others.map(({ _id, child, ...time }) => (
          <li key={_id}>
            <Link
              to={`/dashboard/offers/${_id}`}
              className="inline-block min-h-11 py-2 font-bold wrap-anywhere underline underline-offset-4"
            >
              {child !== null && (
                <>
                  <bdi>{child}</bdi>:{' '}
                </>
              )}
              {describeTime(time)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Declined({ offer }: { offer: Offer }) {
  if (offer.reoffer) {
    return (
      <End title="Your appointment has been canceled">
        <p>We’re refunding everything that was paid for it.</p>
        <NextStep to="/appointment">Book another time</NextStep>
        <Others offer={offer} />
      </End>
    )
  }
  return (
    <End title="Offer declined">
      <p>Another family can have this time. You are still on the waiting list.</p>
      <WaitlistLink />
    </End>
  )
}

function Gone({ offer }: { offer: Offer }) {
  return (
    <End title="This time is no longer held for you">
      <p>
        {offer.state === 'expired'
          ? 'The time to answer has passed, so another family can have it.'
          : 'This time is no longer available.'}
      </p>
      <p>{whatIsLeft(offer)}</p>
      {offer.reoffer && offer.from ? (
        <NextStep to={`/dashboard/appointment/${offer.from._id}`}>See the appointment</NextStep>
      ) : (
        <WaitlistLink />
      )}
      <Others offer={offer} />
    </End>
  )
}

function whatIsLeft({ reoffer, state, from }: Offer): string {
  if (reoffer && state === 'expired') {
    return 'We’ll cancel your appointment and refund everything that was paid for it.'
  }
  if (reoffer) return 'See your appointment: either it has changed, or we’ll call you about it.'
  return from ? 'Your appointment hasn’t changed.' : 'Nothing was booked.'
}

function WaitlistLink() {
  return <NextStep to="/dashboard/waitlist">See my waiting list</NextStep>
}

function NextStep({ to, children }: { to: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={to}>{children}</ButtonLink>
    </div>
  )
}
