import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { type BookingForm, bookingForm } from '../../../contract/appointments.ts'
import { formatWireDate } from '../../../contract/dates.ts'
import { formatPrice } from '../../../contract/money.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextAreaField, TextField } from '../../components/fields.tsx'
import { FormAlert } from '../../components/form-alert.tsx'
import { Booking, NOTHING_TYPED, useBookingDraft } from './booking-provider.tsx'
import { ANY_DOCTOR } from './slots-section.tsx'

/**
 * Asks for phone and address, then books. Cannot be closed while the server books.
 */
export default function BookingDialog() {
  const { send } = Booking.useActorRef()
  const { patient, date, treatment, doctor, slot } = Booking.useSelector(({ context }) => context)
  const canClose = Booking.useSelector((snapshot) => snapshot.can({ type: 'dialog.close' }))
  const canBook = Booking.useSelector((snapshot) =>
    snapshot.can({ type: 'booking.submit', form: NOTHING_TYPED }),
  )
  const failure = Booking.useSelector((snapshot) =>
    snapshot.matches({ dialog: 'submitFailed' }) ? snapshot.context.message : null,
  )
  const draft = useBookingDraft()
  const {
    register,
    handleSubmit,
    subscribe,
    formState: { errors },
  } = useForm<BookingForm>({ resolver: zodResolver(bookingForm), defaultValues: draft.read() })
  // Not by the form's `change`, which React fires for every keystroke and HTML when a field is left.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [subscribe, draft],
  )
  const submit = handleSubmit((form) => send({ type: 'booking.submit', form }))

  // The browser rejects an empty field; our message replaces its own.
  function showMessage(event: FormEvent) {
    event.preventDefault()
    void submit()
  }

  const phoneFirst = draft.read().phone === '' || undefined
  return (
    <Dialog
      open
      title={treatment?.name ?? ''}
      busy={!canClose}
      onClose={() => send({ type: 'dialog.close' })}
    >
      <form className="grid gap-4" onSubmit={submit}>
        <TextField label="Name" value={patient.name} readOnly autoComplete="off" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Date" value={formatWireDate(date)} readOnly autoComplete="off" />
          <TextField label="Slot" value={slot ?? ''} readOnly autoComplete="off" />
        </div>
        {treatment?.doctors && (
          <TextField
            label="Doctor"
            value={treatment.doctors.find(({ _id }) => _id === doctor)?.name ?? ANY_DOCTOR}
            readOnly
            autoComplete="off"
          />
        )}
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          required
          readOnly={!canBook}
          data-autofocus={phoneFirst}
          error={errors.phone?.message}
          onInvalid={showMessage}
          {...register('phone')}
        />
        <TextAreaField
          label="Address"
          rows={2}
          autoComplete="street-address"
          required
          readOnly={!canBook}
          data-autofocus={phoneFirst ? undefined : true}
          error={errors.address?.message}
          onInvalid={showMessage}
          {...register('address')}
        />
        {failure !== null && <FormAlert>{failure} Nothing you typed was lost.</FormAlert>}
        <p className="text-muted">
          {formatPrice(treatment?.price ?? 0)}, payable by card after you book.
        </p>
        <Button type="submit" wide busy={!canBook}>
          Book
        </Button>
      </form>
    </Dialog>
  )
}
