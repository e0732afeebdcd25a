import { formats } from '#contract/formats/formats.ts'
import { isSlotStillFree } from '#machines/booking/booking-context.ts'
import { useBookedFamily } from '#web/both/appointments/booked-family.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { TextButton } from '#web/components/text-link.tsx'
import { OwnText } from '#web/lib/own-words.tsx'
import * as words from '#words/en/booking/form.ts'
import { anyDoctor } from '#words/en/site/day.ts'
import { BookingForm, type Progress } from '../flow/booking-form.tsx'
import { Booking, NOTHING_TYPED, useCan, useIsIn } from '../flow/booking-provider.tsx'
import { AddChild, PatientChoice, useIsAdding } from '../flow/patient-choice.tsx'

// It is shown when it has loaded.
const sameHour = componentChunk(() => import('./same-hour.tsx'))

/**
 * Asks for phone and address, then books. Cannot be closed while the server books.
 */
export default function BookingDialog() {
  const { send } = Booking.useActorRef()
  const { patient, date, treatment, doctor, slot, child } = Booking.useSelector(
    ({ context }) => context,
  )
  const isForFamily = useBookedFamily() !== null
  const progress = useProgress()
  const isAddingChild = useIsAdding()
  const canClose = useCan({ type: 'dialog.close' })
  const canRepeat = useCan({ type: 'series.start' })
  const facts: [term: string, fact: string][] = [
    [words.name, patient.name],
    [words.date, formats.fullDay(date)],
    [words.slot, slot === null ? '' : formats.slot(slot)],
  ]
  if (treatment?.doctors) {
    const chosen = treatment.doctors.find(({ _id }) => _id === doctor)
    facts.push([words.doctor, chosen?.name ?? anyDoctor])
  }
  return (
    <Dialog
      open
      title={treatment && <OwnText as={BreakAfterSlash}>{treatment.name}</OwnText>}
      busy={!canClose}
      onClose={() => send({ type: 'dialog.close' })}
    >
      {isAddingChild && <AddChild />}
      <BookingForm
        progress={progress}
        onBook={(form, terms) => send({ type: 'booking.submit', form, terms })}
        price={treatment?.price ?? 0}
        times={slot === null ? [] : [{ date, slot }]}
        hidden={isAddingChild}
      >
        <Summary facts={facts} />
        <PatientChoice />
        {slot !== null && !isForFamily && (
          <LazyComponent
            chunk={sameHour}
            props={{ email: patient.email, date, slot, child: child ?? null }}
            waiting={null}
          />
        )}
        {canRepeat && (
          <TextButton
            className="-my-2 justify-self-start"
            onClick={() => send({ type: 'series.start' })}
          >
            {words.repeatAppointment}
          </TextButton>
        )}
      </BookingForm>
    </Dialog>
  )
}

function useProgress(): Progress {
  const failure = Booking.useSelector((snapshot) =>
    snapshot.matches({ dialog: 'childrenFailed' }) ||
    snapshot.matches({ dialog: 'submitFailed' }) ||
    snapshot.matches({ dialog: 'termsChanged' })
      ? snapshot.context.message
      : null,
  )
  const needsPatient = Booking.useSelector(
    (snapshot) =>
      snapshot.matches({ dialog: 'fillingForm' }) &&
      snapshot.context.child === undefined &&
      (snapshot.context.children ?? []).length > 0,
  )
  // After a failure the time may have been booked for this patient.
  const isGone = Booking.useSelector(
    (snapshot) =>
      snapshot.matches('dialog') &&
      !snapshot.matches({ dialog: 'submitFailed' }) &&
      !isSlotStillFree(snapshot.context),
  )
  return {
    isLocked: useIsIn('confirm'),
    canBook: useCan({ type: 'booking.submit', form: NOTHING_TYPED }),
    failure,
    needsChildren: useIsIn({ dialog: 'childrenFailed' }),
    needsPatient,
    isGone,
  }
}

/** The choices so far, and the name of the booker. They cannot be edited here. */
function Summary({ facts }: { facts: readonly [term: string, fact: string][] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 rounded-2xl bg-base-200 px-4 py-3 max-md:py-2 max-md:leading-snug">
      {facts.map(([term, fact]) => (
        <div key={term} className="contents">
          <dt className="text-muted">{term}</dt>
          <dd className="font-bold wrap-anywhere">
            <bdi>{fact}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
