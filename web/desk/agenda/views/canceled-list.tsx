import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { formatMinute } from '#contract/booking/slots.ts'
import type { IsoDate } from '#contract/dates.ts'
import { listCanceled } from '#contract/front-desk/agenda-calls.ts'
import type { CanceledAppointment } from '#contract/front-desk/canceled.ts'
import { Instant } from '#web/both/times/instant.tsx'
import { Fold } from '#web/components/fold.tsx'
import { PhoneLink } from '#web/components/phone-link.tsx'
import { AGENDA_KEY } from '#web/desk/appointments/agenda-api.ts'
import { usePrivacy } from '#web/desk/appointments/privacy.ts'
import { FamilyLink } from '#web/desk/patients/family-link.tsx'
import { PatientFacts, PatientName } from '#web/desk/patients/patient-name.tsx'
import { send } from '#web/lib/api/send.ts'

interface CanceledListProps {
  date: IsoDate
  doctor: string
}

/**
 * The canceled appointments of a day, folded; nothing when there are none. With `#canceled` in the
 * address they are open and in view, or a sentence says that there are none.
 */
export default function CanceledList({ date, doctor }: CanceledListProps) {
  const { hash, key } = useLocation()
  const isAsked = hash === '#canceled'
  const place = useRef<HTMLDivElement>(null)
  const { data = [], isSuccess } = useQuery({
    queryKey: [...AGENDA_KEY, 'canceled', date],
    queryFn: ({ signal }) => send(listCanceled, { query: { date }, signal }),
    staleTime: 0,
  })
  const shown = data.filter((each) => !doctor || each.doctor?.name === doctor)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that a link leads there.
  useEffect(() => {
    if (isAsked && isSuccess) place.current?.scrollIntoView()
  }, [isAsked, isSuccess, key])
  return (
    <div ref={place} className="mt-4 scroll-mt-16 empty:hidden print:hidden">
      {shown.length > 0 && (
        <Fold title={`${shown.length} canceled`} open={isAsked || undefined}>
          <ul
            aria-label="Canceled appointments"
            className="leaf surface grid gap-y-2 bg-base-100 shadow-soft"
          >
            {shown.map((each) => (
              <Canceled key={each._id} canceled={each} />
            ))}
          </ul>
        </Fold>
      )}
      {isAsked && isSuccess && shown.length === 0 && <p>Nothing of this day is canceled.</p>}
    </div>
  )
}

const BY = { family: 'by the family', clinic: 'by the clinic' } as const

function Canceled({ canceled }: { canceled: CanceledAppointment }) {
  const isPrivate = usePrivacy()
  const { startMinute, treatment, doctor, family } = canceled
  const { by, canceledAt } = canceled
  return (
    <li className="flex flex-wrap gap-x-4">
      <span className="w-18 font-bold tabular-nums">{formatMinute(startMinute)}</span>
      <div className="min-w-0 grow basis-52 [overflow-wrap:anywhere]">
        <FamilyLink family={isPrivate ? null : family} className="underline underline-offset-4">
          <strong>
            <PatientName of={canceled} />
          </strong>
        </FamilyLink>{' '}
        {!isPrivate && <PhoneLink of={canceled} className="whitespace-nowrap" />}
        <PatientFacts of={canceled} />
      </div>
      <span className="min-w-0 basis-52">
        {[treatment, doctor?.name].filter(Boolean).join(', ')}
      </span>
      <span className="min-w-0 basis-52 text-muted">
        Canceled {by && `${BY[by]} `}
        <Instant at={canceledAt} as="exact" />
      </span>
    </li>
  )
}
