import { startOfSlot } from '#contract/booking/slots.ts'
import { slotsOf } from '#contract/treatments/treatments.ts'
import { nearestSlots } from '#web/both/times/nearest-slots.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { Booking } from './booking-provider.tsx'

/** Another patient has booked the dialog's time meanwhile: offers the nearest ones instead. */
export function GoneTime() {
  const { send } = Booking.useActorRef()
  const { treatment, doctor, slot } = Booking.useSelector(({ context }) => context)
  if (slot === null) return null
  const nearest = nearestSlots(slotsOf({ treatment, doctor }), slot)
  return (
    <div className="grid gap-3">
      <FormAlert>
        {startOfSlot(slot)} is no longer free. Nothing you typed was lost.{' '}
        {nearest.length > 0
          ? 'Choose another time of this day:'
          : 'No other time is free this day: close this to choose another day.'}
      </FormAlert>
      {nearest.length > 0 && (
        <ul aria-label="Other times" className="flex flex-wrap gap-3">
          {nearest.map((time) => (
            <li key={time}>
              <Button
                look="secondary"
                aria-label={time}
                onClick={() => send({ type: 'slot.choose', slot: time })}
              >
                {startOfSlot(time)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
