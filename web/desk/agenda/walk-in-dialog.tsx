import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { startOfSlot } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { deskAvailabilityOptions } from '#web/desk/booking/family-booking-api.ts'
import { takeTime } from '#web/desk/booking/taken-time.ts'

interface WalkInDialogProps {
  today: IsoDate
  onClose: () => void
}

/** The next free time of each treatment today; choosing one leads to the family. */
export default function WalkInDialog({ today, onClose }: WalkInDialogProps) {
  const query = useQuery(deskAvailabilityOptions(today))
  return (
    <Dialog open title="Next free times today" onClose={onClose}>
      <Loaded query={query} what="the free times" small>
        {(treatments) => (
          <ul className="grid gap-2">
            {treatments.map((treatment) => (
              <li
                key={treatment._id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
              >
                <span className="min-w-0 font-bold wrap-break-word">
                  <BreakAfterSlash text={treatment.name} />
                </span>
                <NextTime treatment={treatment} today={today} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}

function NextTime({ treatment, today }: { treatment: Treatment; today: IsoDate }) {
  const { _id, name, doctors, outsideHours = [] } = treatment
  const [asked, setAsked] = useState<string | null>(null)
  // A doctor that the schedule no longer has is not chosen.
  const doctor = doctors?.find((each) => each._id === asked)?._id ?? null
  const slot = slotsOf({ treatment, doctor }).find((each) => !outsideHours.includes(each))
  const start = slot && startOfSlot(slot)
  return (
    <span className="ml-auto flex items-center gap-2">
      {doctors && (
        <select
          aria-label={`Doctor for ${name}`}
          value={doctor ?? ''}
          onChange={({ target }) => setAsked(target.value || null)}
          className="field field-choice w-40"
        >
          <option value="">Any doctor</option>
          {doctors.map((each) => (
            <option key={each._id} value={each._id}>
              {each.name}
            </option>
          ))}
        </select>
      )}
      {slot ? (
        <ButtonLink
          look="secondary"
          to={takeTime({ date: today, treatment: _id, slot, doctor })}
          aria-label={`Take ${start} for ${name}`}
          className="min-h-11 px-4"
        >
          {start}
        </ButtonLink>
      ) : (
        <span className="text-muted">No time left today</span>
      )}
    </span>
  )
}
