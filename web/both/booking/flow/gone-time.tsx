import { formats } from '#contract/formats/formats.ts'
import { slotsOf } from '#contract/treatments/treatments.ts'
import { nearestSlots } from '#web/both/times/nearest-slots.ts'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import * as words from '#words/en/booking/form.ts'
import { Booking } from './booking-provider.tsx'

/** Another patient has booked the dialog's time meanwhile: offers the nearest ones instead. */
export function GoneTime() {
  const { send } = Booking.useActorRef()
  const { treatment, doctor, slot } = Booking.useSelector(({ context }) => context)
  if (slot === null) return null
  const start = formats.slotStart(slot)
  const nearest = nearestSlots(slotsOf({ treatment, doctor }), slot)
  return (
    <div className="grid gap-3">
      <FormAlert>
        {nearest.length > 0 ? words.chooseOtherTime(start) : words.noOtherTime(start)}
      </FormAlert>
      {nearest.length > 0 && (
        <ul aria-label={words.otherTimes} className="flex flex-wrap gap-3">
          {nearest.map((time) => (
            <li key={time}>
              <Button
                look="secondary"
                aria-label={formats.slot(time)}
                onClick={() => send({ type: 'slot.choose', slot: time })}
              >
                {formats.slotStart(time)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
