import { formatWireDate } from '#contract/dates.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/forms/fields.tsx'
import { Booking } from '../booking-provider.tsx'
import { ANY_DOCTOR } from '../slot-choice.tsx'
import { BookingForm } from './booking-form.tsx'
import { AddChild, PatientChoice } from './patient-choice.tsx'

/**
 * Asks for phone and address, then books. Cannot be closed while the server books.
 */
export default function BookingDialog() {
  const { send } = Booking.useActorRef()
  const { date, treatment, doctor, slot } = Booking.useSelector(({ context }) => context)
  const isAddingChild = Booking.useSelector(
    (snapshot) =>
      snapshot.matches({ dialog: { appointment: 'addingChild' } }) ||
      snapshot.matches({ dialog: { appointment: 'savingChild' } }),
  )
  const canClose = Booking.useSelector((snapshot) => snapshot.can({ type: 'dialog.close' }))
  return (
    <Dialog
      open
      title={treatment?.name ?? ''}
      busy={!canClose}
      onClose={() => send({ type: 'dialog.close' })}
    >
      {isAddingChild && <AddChild />}
      <BookingForm
        price={treatment?.price ?? 0}
        times={slot === null ? [] : [{ date, slot }]}
        hidden={isAddingChild}
      >
        <PatientChoice />
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
      </BookingForm>
    </Dialog>
  )
}
