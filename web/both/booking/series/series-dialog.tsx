import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sumOfPrices } from '#contract/money.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { focusInView } from '#web/components/focus-in-view.ts'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TextButton } from '#web/components/text-link.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/series.ts'
import * as sentences from '#words/en/booking/series-sentences.tsx'
import { BookingForm } from '../flow/booking-form.tsx'
import { Booking, NOTHING_TYPED } from '../flow/booking-provider.tsx'
import { RhythmForm } from './rhythm-form.tsx'
import { SeriesDates } from './series-dates.tsx'
import { SeriesDoctors } from './series-doctors.tsx'
import { useSeries, useSeriesRef } from './series-flow.ts'

/** Asks how often an appointment repeats, shows which dates are free, then books all. */
export default function SeriesDialog() {
  const { send } = useSeriesRef()
  const snapshot = useSeries((current) => current)
  const { treatment, plan, refusal, patient, child, message } = snapshot.context
  const children = Booking.useSelector(({ context }) => context.children)
  const terms = useQuery(configOptions()).data?.refundTerms
  const isForStaff = useBookedFamily() !== null
  const canClose = snapshot.can({ type: 'dialog.close' })
  const canBook = snapshot.can({ type: 'booking.submit', form: NOTHING_TYPED })
  const isRefused =
    snapshot.matches({ dialog: 'submitFailed' }) || snapshot.matches({ dialog: 'termsChanged' })
  const progress = {
    isLocked: snapshot.matches('confirm'),
    canBook,
    isIncomplete: snapshot.matches({ dialog: 'fillingForm' }) && !canBook,
    failure: isRefused ? message : null,
  }
  const areKnown = plan.dates.length > 0
  const title = useRef<HTMLHeadingElement>(null)
  const name = children?.find(({ _id }) => _id === child)?.name ?? patient.name

  // The result is below the button that had the focus.
  useEffect(() => {
    if (areKnown) focusInView(title.current)
  }, [areKnown])

  return (
    <Dialog
      open
      title={<OwnText as={BreakAfterSlash}>{treatment}</OwnText>}
      busy={!canClose}
      onClose={() => send({ type: 'dialog.close' })}
    >
      <div className="grid gap-1">
        <p>
          {sentences.severalFor(
            <strong className="wrap-anywhere">
              <bdi>{name}</bdi>
            </strong>,
          )}
        </p>
        {snapshot.can({ type: 'series.leave' }) && (
          <TextButton className="justify-self-start" onClick={() => send({ type: 'series.leave' })}>
            {words.bookOneInstead}
          </TextButton>
        )}
      </div>
      <RhythmForm />
      {snapshot.matches({ dialog: 'datesFailed' }) && <FormAlert>{message}</FormAlert>}
      <BookingForm
        progress={progress}
        onBook={(form, terms) => send({ type: 'booking.submit', form, terms })}
        price={sumOfPrices(plan.times.filter((time) => time !== null))}
        times={[]}
        isForSeveral
        hidden={!areKnown}
      >
        <h3 ref={title} tabIndex={-1} className="text-xl">
          {words.dates}
        </h3>
        {refusal && <FormAlert>{refusal.message}</FormAlert>}
        <SeriesDoctors times={plan.times} />
        <SeriesDates plan={plan} terms={terms} isForStaff={isForStaff} />
      </BookingForm>
    </Dialog>
  )
}
