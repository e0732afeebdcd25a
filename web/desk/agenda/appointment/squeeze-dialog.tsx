import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { startOfSlot } from '#contract/booking/slots.ts'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import { formatPrice } from '#contract/money.ts'
import { slotsOf, type Treatment } from '#contract/treatments/treatments.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { useDayFormat } from '#web/desk/appointments/day-format.ts'
import { frameOptions } from '#web/desk/appointments/frame-api.ts'
import { squeezeOptions } from '#web/desk/booking/family-booking-api.ts'
import { squeezeIn } from '#web/desk/booking/taken-time.ts'

interface SqueezeDialogProps {
  /** The appointment beside which an extra patient is booked. */
  entry: Pick<AgendaEntry, 'date' | 'doctor' | 'treatment'>
  /** Its time. */
  slot: string
  onClose: () => void
}

/**
 * The treatments for an extra patient at a taken time, with its doctor; choosing one leads to the choice of a
 * family.
 */
export default function SqueezeDialog({ entry, slot, onClose }: SqueezeDialogProps) {
  const { date, doctor } = entry
  const times = useQuery(squeezeOptions(date))
  const formatDay = useDayFormat()
  const frame = useQuery(frameOptions({ date, days: 1 }))
  return (
    <Dialog
      open
      title={`Squeeze in at ${startOfSlot(slot)}${doctor ? ` with ${doctor.name}` : ''}`}
      onClose={onClose}
    >
      <p className="text-muted">{formatDay(date)}</p>
      <Loaded query={times} what="the taken times" small>
        {(treatments) => (
          <Loaded query={frame} what="the doctors" small>
            {(known) => (
              <Choices choices={choicesOf(treatments, known, { entry, slot })} entry={entry} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  )
}

interface Choice {
  treatment: Treatment
  slot: string
}

interface ChoicesProps {
  choices: readonly Choice[]
  entry: SqueezeDialogProps['entry']
}

function Choices({ choices, entry: { date, doctor } }: ChoicesProps) {
  if (choices.length === 0) {
    return <p role="status">No further patient can be put beside this time.</p>
  }
  return (
    <>
      <p>Choose a treatment, then the family. It needs a reason.</p>
      <ul className="grid gap-2">
        {choices.map(({ treatment, slot }, index) => (
          <li key={treatment._id}>
            <Link
              to={squeezeIn({ date, treatment: treatment._id, slot, doctor: doctor?._id })}
              data-autofocus={index === 0 ? '' : undefined}
              className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-xl border border-line px-3 py-1 hover:bg-leaf"
            >
              <span className="font-bold tabular-nums">{startOfSlot(slot)}</span>
              <span className="min-w-0 grow">{treatment.name}</span>
              <span className="text-muted">{formatPrice(treatment.price)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** What the appointment's doctor gives at its time; without a doctor, the appointment's own treatment. */
function choicesOf(
  treatments: readonly Treatment[],
  { doctors }: Pick<AgendaFrame, 'doctors'>,
  { entry: { doctor, treatment: own }, slot }: Pick<SqueezeDialogProps, 'entry' | 'slot'>,
): Choice[] {
  const given = doctors.find(({ _id }) => _id === doctor?._id)?.treatments ?? []
  return treatments
    .filter(({ _id, name }) => (doctor ? given.includes(_id) : name === own))
    .flatMap((treatment) => {
      const times = slotsOf({ treatment, doctor: doctor?._id ?? null })
      const time = times.find((each) => startOfSlot(each) === startOfSlot(slot))
      return time ? [{ treatment, slot: time }] : []
    })
}
