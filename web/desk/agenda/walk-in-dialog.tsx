import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { startOfSlot } from '#contract/booking/slots.ts'
import { formatWeekday, type IsoDate } from '#contract/dates.ts'
import { slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { nextTimesOptions } from '#web/both/times/next-times-query.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { Spinner } from '#web/components/states/loading.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import { deskAvailabilityOptions, squeezeOptions } from '#web/desk/booking/family-booking-api.ts'
import { squeezeIn, takeTime } from '#web/desk/booking/taken-time.ts'

interface WalkInDialogProps {
  today: IsoDate
  opensWith: 'free' | 'squeeze'
  onClose: () => void
}

/**
 * The next free time of each treatment today; choosing one leads to the choice of a family. If none is left,
 * offers the next day, a taken time for an extra patient, or the waiting list.
 */
export default function WalkInDialog({ today, opensWith, onClose }: WalkInDialogProps) {
  const [isSqueeze, setSqueeze] = useState(opensWith === 'squeeze')
  const query = useQuery((isSqueeze ? squeezeOptions : deskAvailabilityOptions)(today))
  const list = useFocusOnChange<HTMLUListElement>(String(isSqueeze))
  return (
    <Dialog
      open
      title={isSqueeze ? 'Squeeze in beside a taken time today' : 'Next free times today'}
      onClose={onClose}
    >
      <Loaded query={query} what="the free times" small>
        {(treatments) => (
          <>
            <ul ref={list} tabIndex={-1} className="grid gap-2 outline-none">
              {treatments.map((treatment) => (
                <li
                  key={treatment._id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
                >
                  <span className="min-w-0 font-bold wrap-break-word">
                    <BreakAfterSlash text={treatment.name} />
                  </span>
                  <NextTime {...{ treatment, today, isSqueeze }} />
                </li>
              ))}
            </ul>
            {(isSqueeze || treatments.some((each) => slotsWithin(each, null).length === 0)) && (
              <div className="flex flex-wrap gap-3">
                <Button look="secondary" onClick={() => setSqueeze(!isSqueeze)}>
                  {isSqueeze ? 'Free times' : 'Squeeze in'}
                </Button>
                <ButtonLink look="secondary" to="/dashboard/waiting">
                  Waiting list
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** The treatment's times within the hours. @param doctor the id; null for any */
function slotsWithin(treatment: Treatment, doctor: string | null): string[] {
  const { outsideHours = [] } = treatment
  return slotsOf({ treatment, doctor }).filter((slot) => !outsideHours.includes(slot))
}

interface NextTimeProps {
  treatment: Treatment
  today: IsoDate
  /** Whether the times are taken ones. */
  isSqueeze: boolean
}

function NextTime({ treatment, today, isSqueeze }: NextTimeProps) {
  const { _id, name, doctors } = treatment
  const [asked, setAsked] = useState<string | null>(null)
  // A doctor who is no longer in the schedule is deselected.
  const doctor = doctors?.find((each) => each._id === asked)?._id ?? null
  const [slot] = slotsWithin(treatment, doctor)
  const start = slot && startOfSlot(slot)
  return (
    <span className="ms-auto flex items-center gap-2">
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
          to={(isSqueeze ? squeezeIn : takeTime)({ date: today, treatment: _id, slot, doctor })}
          aria-label={`${isSqueeze ? 'Squeeze in at' : 'Take'} ${start} for ${name}`}
          className="min-h-11 px-4"
        >
          {start}
        </ButtonLink>
      ) : (
        <NextDay {...{ treatment, today }} isOfAnyDoctor={doctor !== null} />
      )}
    </span>
  )
}

interface NextDayProps extends Pick<NextTimeProps, 'treatment' | 'today'> {
  /** Whether a doctor was chosen, whose time it may not be. */
  isOfAnyDoctor: boolean
}

/** The treatment's next free time after today, of those that families book online. */
function NextDay({ treatment: { _id, name }, today, isOfAnyDoctor }: NextDayProps) {
  const { data, isPending } = useQuery(nextTimesOptions())
  const known = data?.find((each) => each._id === _id)
  const day = known?.days.find(({ date, slots }) => date > today && slots.length > 0)
  const [slot] = day?.slots ?? []
  if (isPending) return <Spinner label={`Loading the next free time of ${name}`} />
  if (!day || !slot) {
    return <span className="text-muted">{known ? 'No free time' : 'No time left today'}</span>
  }
  const when = `${formatWeekday(day.date)}, ${startOfSlot(slot)}`
  const anyDoctor = isOfAnyDoctor ? ' with any doctor' : ''
  return (
    <ButtonLink
      look="quiet"
      to={takeTime({ date: day.date, treatment: _id, slot })}
      aria-label={`Next free for ${name}${anyDoctor}: ${when}`}
      className="min-h-11 px-4"
    >
      Next free{anyDoctor}: {when}
    </ButtonLink>
  )
}
