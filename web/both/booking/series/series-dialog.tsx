import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sumOfPrices } from '#contract/money.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { focusInView } from '#web/components/focus-in-view.ts'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { TextButton } from '#web/components/text-link.tsx'
import { configOptions } from '#web/lib/api/config.ts'
import { BookingForm } from '../flow/booking-form.tsx'
import { Booking, NOTHING_TYPED, useCan, useIsIn } from '../flow/booking-provider.tsx'
import { RhythmForm } from './rhythm-form.tsx'
import { SeriesDates } from './series-dates.tsx'

/** Asks how often an appointment repeats, shows what is free on its dates, then books all. */
export default function SeriesDialog() {
  const { send } = Booking.useActorRef()
  const { treatment, series, seriesRefusal, patient, child, children, message } =
    Booking.useSelector(({ context }) => context)
  const terms = useQuery(configOptions()).data?.refundTerms
  const isForStaff = useBookedFamily() !== null
  const canClose = useCan({ type: 'dialog.close' })
  const canLeave = useCan({ type: 'series.leave' })
  const hasFailed = useIsIn({ dialog: { series: 'datesFailed' } })
  const isLocked = useIsIn('confirm')
  const canBook = useCan({ type: 'booking.submit', form: NOTHING_TYPED })
  const isIncomplete = useIsIn({ dialog: { series: 'fillingForm' } }) && !canBook
  const isRefused = useIsIn(
    { dialog: { series: 'submitFailed' } },
    { dialog: { series: 'termsChanged' } },
  )
  const areKnown = (series?.dates.length ?? 0) > 0
  const title = useRef<HTMLHeadingElement>(null)
  const name = children?.find(({ _id }) => _id === child)?.name ?? patient.name

  // What was looked for is further down than the button that had the focus.
  useEffect(() => {
    if (areKnown) focusInView(title.current)
  }, [areKnown])

  return (
    <Dialog
      open
      title={treatment?.name ?? ''}
      busy={!canClose}
      onClose={() => send({ type: 'dialog.close' })}
    >
      <div className="grid gap-1">
        <p>
          Several appointments for{' '}
          <strong className="wrap-anywhere">
            <bdi>{name}</bdi>
          </strong>
          , booked together. Each can be moved, canceled and paid alone.
        </p>
        {canLeave && (
          <TextButton className="justify-self-start" onClick={() => send({ type: 'series.leave' })}>
            Book one appointment instead
          </TextButton>
        )}
      </div>
      <RhythmForm />
      {hasFailed && <FormAlert>{message}</FormAlert>}
      {series && (
        <BookingForm
          progress={{ isLocked, canBook, isIncomplete, failure: isRefused ? message : null }}
          onBook={(form, terms) => send({ type: 'booking.submit', form, terms })}
          price={sumOfPrices(series.times.filter((time) => time !== null))}
          times={[]}
          isForSeveral
          hidden={!areKnown}
        >
          <h3 ref={title} tabIndex={-1} className="text-xl">
            Dates
          </h3>
          {seriesRefusal && <FormAlert>{seriesRefusal.message}</FormAlert>}
          <SeriesDates plan={series} terms={terms} isForStaff={isForStaff} />
        </BookingForm>
      )}
    </Dialog>
  )
}
