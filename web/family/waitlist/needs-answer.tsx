import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { WaitlistEntry } from '#contract/waitlist/waitlist.ts'
import { acceptOffer, getOffer } from '#contract/waitlist/waitlist-calls.ts'
import { movePage } from '#web/both/appointments/address-parameters.ts'
import { WAITLIST_KEY, waitlistOptions } from '#web/both/waitlist/waitlist-api.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Card } from '#web/components/card.tsx'
import { Faces } from '#web/components/people/face.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'
import { OwnText, useOwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/visits/needs-answer.ts'
import * as sentences from '#words/en/visits/needs-answer-sentences.tsx'
import * as who from '#words/en/visits/who-sentences.tsx'
import { describeTime, describeUntil, namesOf } from './held-time.ts'

/** An entry with a time that is held for the family. */
type Held = WaitlistEntry & { offer: NonNullable<WaitlistEntry['offer']> }

const isHeld = (entry: WaitlistEntry): entry is Held => entry.offer !== null

interface NeedsAnswerProps {
  /** Only about these appointments. */
  appointmentIds?: readonly string[]
  /** Called when one was accepted. */
  onAnswered?: () => void
}

/** The times that are held for the family, each with its answers: docs/requirements.md#needs-your-answer. */
export default function NeedsAnswer({ appointmentIds, onAnswered }: NeedsAnswerProps) {
  const titleId = useId()
  const query = useQuery(waitlistOptions())
  if (query.isLoadingError) {
    return <LoadError title={words.toAnswerDidNotLoad} query={query} />
  }
  const held = (query.data ?? [])
    .filter(isHeld)
    .filter(({ appointment }) => appointmentIds?.includes(appointment?._id ?? '') ?? true)
    // Re-offers come first: without an answer, the appointment is canceled.
    .toSorted((one, other) => Number(other.isReoffer) - Number(one.isReoffer))
  if (held.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <Card className="grid gap-4 border-2 border-primary max-md:p-5">
        <h2 id={titleId} className="text-2xl">
          {words.needsAnswer}
        </h2>
        <ul className="grid gap-5">
          {held.map((entry, index) => (
            <li key={entry._id} className={index > 0 ? 'border-t border-base-300 pt-5' : undefined}>
              <HeldTime
                entry={entry}
                isFirst={index === 0}
                isNamed={appointmentIds?.length !== 1}
                onAnswered={onAnswered}
              />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

interface HeldTimeProps extends Pick<NeedsAnswerProps, 'onAnswered'> {
  entry: Held
  /** Its answer is the main action. */
  isFirst: boolean
  /** It says for what and who it is, which the page of one appointment says above it. */
  isNamed: boolean
}

function HeldTime({ entry, isFirst, isNamed, onAnswered }: HeldTimeProps) {
  const own = useOwnText()
  const { treatment, children, appointment, isReoffer, why, offer } = entry
  const what = <OwnText as={BreakAfterSlash}>{treatment}</OwnText>
  const patients = namesOf(children)
  const time = <strong>{describeTime(offer)}</strong>
  return (
    <div className="grid gap-2">
      {isNamed && (
        <p className="flex items-center gap-3 font-bold wrap-anywhere">
          <Faces of={children} />
          <span className="min-w-0">
            {patients === null ? what : who.treatmentFor(what, <bdi>{patients}</bdi>)}
          </span>
        </p>
      )}
      {isReoffer && appointment && (
        <p>
          {words.cannotTakePlace(describeTime(appointment))}
          {why && <span className="block wrap-anywhere">{words.why(own(why))}</span>}
        </p>
      )}
      <p>
        {offer.answerByAt
          ? sentences.heldAnswerBy(time, describeUntil(offer.answerByAt))
          : sentences.heldUntil(time, describeUntil(offer.untilAt))}
      </p>
      <div className="mt-1 flex flex-wrap gap-x-4 gap-y-2">
        {isReoffer && appointment ? (
          <ReofferAnswers {...{ offer, appointment, isFirst, onAnswered }} patients={patients} />
        ) : (
          <ButtonLink
            look={isFirst ? 'primary' : 'secondary'}
            to={`/dashboard/offers/${offer._id}`}
          >
            {words.seeOffer}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

interface ReofferAnswersProps extends Pick<HeldTimeProps, 'isFirst' | 'onAnswered'> {
  offer: Held['offer']
  appointment: NonNullable<WaitlistEntry['appointment']>
  /** Null for the account holder. */
  patients: string | null
}

function ReofferAnswers({
  offer,
  appointment,
  patients,
  isFirst,
  onAnswered,
}: ReofferAnswersProps) {
  const queries = useQueryClient()
  const params = { id: offer._id }
  const accept = useMutation({
    mutationFn: async () => {
      const { version } = await send(getOffer, { params })
      return send(acceptOffer, { params, body: { version } })
    },
    onSuccess: () => {
      toast.success(words.nowOn(describeTime(offer)))
      // The pressed button goes.
      document.getElementById('content')?.focus({ preventScroll: true })
      onAnswered?.()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => {
      for (const queryKey of [WAITLIST_KEY, ['appointments'], ['appointment'], ['available']]) {
        void queries.invalidateQueries({ queryKey })
      }
    },
  })
  return (
    <>
      <Button
        look={isFirst ? 'primary' : 'secondary'}
        busy={accept.isPending}
        aria-label={words.acceptTime(describeTime(offer), patients)}
        onClick={() => accept.mutate()}
      >
        {words.accept}
      </Button>
      <ButtonLink
        look="secondary"
        to={movePage(appointment._id)}
        aria-label={patients === null ? words.otherTimes : words.otherTimesFor(patients)}
      >
        {words.otherTimes}
      </ButtonLink>
      <TextLink look="quiet" to={`/dashboard/offers/${offer._id}`}>
        {words.seeDetails}
      </TextLink>
    </>
  )
}
