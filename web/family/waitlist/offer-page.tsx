import { useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { fromPromise } from 'xstate'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
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
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/visits/offer.ts'
import * as sentences from '#words/en/visits/offer-sentences.tsx'
import { describeTime, describeUntil, namesOf } from './held-time.ts'

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
        <PageTitle className="mb-6">{words.offer}</PageTitle>
      )}
      {state === 'loading' && <Spinner label={words.loadingOffer} />}
      {state === 'loadFailed' && (
        <ErrorState title={words.offerDidNotLoad} onRetry={() => sendEvent({ type: 'retry' })}>
          {message}
        </ErrorState>
      )}
      {snapshot.matches('notFound') && (
        <End title={words.offerNotFound}>
          <p>{words.whyNotFound}</p>
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
  const { from, treatment, doctor, price, untilAt, reoffer, needsContact } = offer
  const contactId = useId()
  const own = useOwnText()
  const [isCanceling, setCanceling] = useState(false)
  const decline = () => onAnswer({ type: 'offer.decline' })
  const isBlock = offer.times.length > 0
  const facts: Fact[] = [
    [words.when, isBlock ? formats.fullDay(offer.date) : describeTime(offer)],
    ...offer.times.map(
      (time): Fact => [
        time.child,
        [formats.slotStart(time.slot), time.doctor].filter(Boolean).join(' · '),
      ],
    ),
    [isBlock ? words.priceForAll : words.price, formatPrice(price)],
    ...(from === null ? [] : [[words.insteadOf, describeTime(from)] as Fact]),
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
          {words.accept}
        </Button>
        {reoffer && from && (
          <ButtonLink look="secondary" to={movePage(from._id)}>
            {words.otherTimes}
          </ButtonLink>
        )}
        <Button
          look={reoffer ? 'quiet' : 'secondary'}
          className={reoffer ? 'max-sm:-ms-6' : undefined}
          busy={declining}
          disabled={accepting}
          onClick={() => (reoffer ? setCanceling(true) : decline())}
        >
          {reoffer ? words.cancelAppointment : words.decline}
        </Button>
      </div>
    </>
  )
  return (
    <End title={titleOf(offer)}>
      <p className="flex items-center gap-3 text-2xl leading-tight font-extrabold text-primary md:text-3xl">
        <Faces of={offer.children} size="md" />
        <span className="min-w-0">
          {isBlock ? formats.weekday(offer.date) : momentOf(offer)}
          <span className="block text-lg font-bold text-base-content wrap-anywhere">
            {doctor === null || isBlock ? (
              <OwnText>{treatment}</OwnText>
            ) : (
              words.treatmentWith(own(treatment), isolate(doctor))
            )}
          </span>
        </span>
      </p>
      {reoffer ? (
        <HeldInstead offer={offer} />
      ) : (
        <p>
          {(isBlock ? sentences.holdingTimes : sentences.holdingTime)(
            <strong>{describeUntil(untilAt)}</strong>,
          )}
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
        {from ? words.movesIfAccepted : isBlock ? words.booksAllIfAccepted : words.booksIfAccepted}
        {from && reoffer && ` ${words.orChooseOrCancel}`}
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
            question: words.cancelThis,
            detail: words.refundsAll,
            confirmLabel: words.confirmCancel,
            cancelLabel: words.goBack,
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

function titleOf({ times, children, reoffer, from }: Offer): string {
  const patients = namesOf(children)
  if (times.length > 0) return words.timesFor(patients ?? '')
  if (reoffer) return words.newTimeFor(patients)
  return from ? words.soonerTimeFor(patients) : words.timeFor(patients)
}

/** Why the appointment can't take place, until when another time is held, and what happens without an answer. */
function HeldInstead({ offer: { reoffer, untilAt, answerByAt } }: { offer: Offer }) {
  const own = useOwnText()
  const end = <strong>{describeUntil(answerByAt ?? untilAt)}</strong>
  return (
    <>
      <p>
        {words.cannotKeepTime}
        {reoffer?.why && <span className="block wrap-anywhere">{words.why(own(reoffer.why))}</span>}
      </p>
      <p>
        {answerByAt
          ? sentences.answerByOrCancel(end, describeUntil(untilAt))
          : sentences.holdingOrCancel(end)}
      </p>
    </>
  )
}

function Accepted({ offer }: { offer: Offer }) {
  if (offer.times.length > 0) {
    return (
      <End title={words.timesAreYours}>
        <ul className="grid gap-1">
          {offer.times.map(({ child, slot }) => (
            <li key={child} className="wrap-anywhere">
              <bdi>{child}</bdi>: {describeTime({ date: offer.date, slot })}
            </li>
          ))}
        </ul>
        <NextStep to="/dashboard">{words.seeAppointments}</NextStep>
      </End>
    )
  }
  return (
    <End title={words.timeIsYours}>
      <p>{describeTime(offer)}</p>
      {offer.byOther && <p>{words.acceptedByOther}</p>}
      <NextStep to={`/dashboard/appointment/${offer.appointmentId}`}>
        {words.seeAppointment}
      </NextStep>
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
      <h2 className="text-xl">{words.alsoNeedsAnswer}</h2>
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
      <End title={words.isCanceled}>
        <p>{words.refundingAll}</p>
        <NextStep to="/appointment">{words.bookAnother}</NextStep>
        <Others offer={offer} />
      </End>
    )
  }
  return (
    <End title={words.isDeclined}>
      <p>{words.stillOnList}</p>
      <WaitlistLink />
    </End>
  )
}

function Gone({ offer }: { offer: Offer }) {
  return (
    <End title={words.noLongerHeld}>
      <p>{offer.state === 'expired' ? words.timeToAnswerPassed : words.notAvailable}</p>
      <p>{whatIsLeft(offer)}</p>
      {offer.reoffer && offer.from ? (
        <NextStep to={`/dashboard/appointment/${offer.from._id}`}>{words.seeAppointment}</NextStep>
      ) : (
        <WaitlistLink />
      )}
      <Others offer={offer} />
    </End>
  )
}

function whatIsLeft({ reoffer, state, from }: Offer): string {
  if (reoffer && state === 'expired') {
    return words.willCancel
  }
  if (reoffer) return words.seeWhatChanged
  return from ? words.hasNotChanged : words.nothingBooked
}

function WaitlistLink() {
  return <NextStep to="/dashboard/waitlist">{words.seeWaitingList}</NextStep>
}

function NextStep({ to, children }: { to: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={to}>{children}</ButtonLink>
    </div>
  )
}
