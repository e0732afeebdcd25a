import { useEffect, useId, useRef, useState } from 'react'
import type { CancelReason, ChangeOptions } from '#contract/booking/appointment-changes.ts'
import { formatFullDay } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'
import { formatPrice } from '#contract/money.ts'
import { isolate } from '#contract/names.ts'
import { describeQuote } from '#contract/payments/refund-terms.ts'
import { describeQuoteToStaff } from '#contract/payments/staff-quote.ts'
import { canMove, lostByCanceling, quoted } from '#machines/reschedule/reschedule-machine.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as loadingWords from '#words/en/loading.ts'
import * as words from '#words/en/payments/cancellation.ts'
import * as changeWords from '#words/en/payments/changes.ts'
import { Change } from './reschedule-provider.tsx'
import { useFirstDay } from './use-first-day.ts'

const REASONS: readonly { value: CancelReason; label: string }[] = [
  { value: 'ill', label: words.ill },
  { value: 'no_time', label: words.noTime },
  { value: 'not_needed', label: words.notNeeded },
  { value: 'other', label: words.other },
]

/** For staff: cancel by the terms, or with a full refund. */
const WHO = [
  { value: 'family', label: 'The family asked' },
  { value: 'clinic', label: 'The clinic cancels' },
] as const

/** Shows the refund, then cancels. Cannot be closed while the server cancels. */
export function CancelDialog({ options }: { options: ChangeOptions }) {
  const { send } = Change.useActorRef()
  const family = useBookedFamily()
  const canClose = Change.useSelector((snapshot) => snapshot.can({ type: 'cancel.close' }))
  const isQuoting = Change.useSelector((snapshot) => snapshot.matches({ cancelling: 'quoting' }))
  const failure = Change.useSelector((snapshot) =>
    snapshot.matches({ cancelling: 'quoteFailed' }) ? snapshot.context.message : null,
  )
  return (
    <Dialog
      open
      title={family?.patient ? `Cancel ${isolate(family.patient)}?` : words.cancelThis}
      busy={!canClose}
      onClose={() => send({ type: 'cancel.close' })}
    >
      <p className="text-muted [overflow-wrap:anywhere]">
        <OwnText>{options.treatment}</OwnText>, {formats.fullDay(options.date)},{' '}
        {formats.slot(options.slot)}
      </p>
      {isQuoting && <Spinner label={words.lookingUpRefund} />}
      {failure !== null && (
        <>
          <FormAlert>
            {words.refundNotFound} {failure}
          </FormAlert>
          <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <Button look="secondary" onClick={() => send({ type: 'retry' })}>
              {loadingWords.tryAgain}
            </Button>
          </div>
        </>
      )}
      {!isQuoting && failure === null && <QuotedForm options={options} />}
    </Dialog>
  )
}

/** The refund, which screen readers read first, and the buttons. */
function QuotedForm({ options }: { options: ChangeOptions }) {
  const { send } = Change.useActorRef()
  const snapshot = Change.useSelector((current) => current)
  const isSubmitting = snapshot.matches({ cancelling: 'submitting' })
  const [reason, setReason] = useState<CancelReason>()
  const quoteId = useId()
  const quote = useRef<HTMLParagraphElement>(null)
  const { by } = snapshot.context
  const quoteOfNow = quoted(snapshot.context) ?? options.quote
  const sentence = (options.clinicQuote ? describeQuoteToStaff : describeQuote)(quoteOfNow)
  const lost = by === 'family' ? lostByCanceling(quoteOfNow) : 0
  const isForIllness = reason === 'ill' && options.illMoveUntil !== null
  const isMoveBetter = lost > 0 || isForIllness
  const firstDay = useFirstDay(options.date)

  // A new quote is read out as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves when the server has answered
  useEffect(() => quote.current?.focus(), [options])

  return (
    <form
      className="grid gap-5"
      aria-label={words.cancelThisAppointment}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSubmitting) send({ type: 'cancel.submit', reason: reason ?? 'other' })
      }}
    >
      {snapshot.matches({ cancelling: { quoted: 'quoteChanged' } }) && (
        <FormAlert>{words.refundHasChanged}</FormAlert>
      )}
      {options.clinicQuote && (
        <RadioChips
          legend="Who cancels?"
          options={WHO}
          value={by}
          onChoose={(chosen) => send({ type: 'cancel.by', by: chosen })}
          disabled={!snapshot.can({ type: 'cancel.by', by })}
        />
      )}
      <p
        ref={quote}
        id={quoteId}
        tabIndex={-1}
        aria-live={options.clinicQuote && 'polite'}
        className="rounded-2xl bg-honey px-4 py-3 text-lg font-bold"
      >
        {sentence}
      </p>
      {by === 'family' && (
        <RadioChips
          legend={words.why}
          options={REASONS}
          value={reason}
          onChoose={(chosen) => !isSubmitting && setReason(chosen)}
          disabled={isSubmitting}
        />
      )}
      {snapshot.matches({ cancelling: 'submitFailed' }) && (
        <FormAlert>
          {snapshot.context.message} {changeWords.tryAgainOnce}
        </FormAlert>
      )}
      {lost > 0 && (
        <p className="font-bold">
          {options.clinicQuote ? `They lose ${formatPrice(lost)}.` : words.lost(formatPrice(lost))}
        </p>
      )}
      {isForIllness && options.illMoveUntil !== null && (
        <p role="status">
          {options.clinicQuote
            ? `The visit of a sick child can move for free, to any day through ${formatFullDay(options.illMoveUntil)}.`
            : words.freeForIllness(formats.fullDay(options.illMoveUntil))}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {canMove(options) && (
          <Button
            look={isMoveBetter ? 'primary' : 'secondary'}
            disabled={isSubmitting}
            onClick={() => send({ type: 'move.instead', date: firstDay })}
          >
            {isMoveBetter ? words.moveInsteadFree : words.moveInstead}
          </Button>
        )}
        <Button
          look="secondary"
          disabled={isSubmitting}
          onClick={() => send({ type: 'cancel.close' })}
        >
          {words.keepAppointment}
        </Button>
        <Button
          type="submit"
          look={isMoveBetter ? 'secondary' : 'danger'}
          className={isMoveBetter ? 'text-error' : undefined}
          busy={isSubmitting}
          aria-describedby={quoteId}
        >
          {changeWords.cancelAppointment}
        </Button>
      </div>
    </form>
  )
}
