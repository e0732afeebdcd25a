import { useInfiniteQuery } from '@tanstack/react-query'
import type { PastAppointment } from '#contract/booking/history.ts'
import { formatPrice } from '#contract/money.ts'
import { describeHandBack } from '#contract/payments/refund-terms.ts'
import { ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { LoadMore } from '#web/components/states/load-more.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { EmptyState, LoadError } from '#web/components/states/states.tsx'
import { BreakAfterSlash } from '#web/components/text.tsx'
import {
  CHILD_PARAMETER,
  TREATMENT_PARAMETER,
} from '#web/features/booking/address/early-parameters.ts'
import { ReceiptLinks } from '#web/features/receipts/receipt-links.tsx'
import picture from './history.svg'
import { historyOptions } from './history-api.ts'

/** Past and canceled appointments with their money: docs/requirements.md#my-history. */
export default function HistoryPage() {
  return (
    <>
      <PageTitle className="mb-6">My History</PageTitle>
      <PastAppointments />
    </>
  )
}

function PastAppointments() {
  const history = useInfiniteQuery(historyOptions())
  if (history.isPending) return <ListSkeleton label="Loading your history" />
  if (!history.data) return <LoadError title="We couldn’t load your history" query={history} />
  const past = history.data.pages.flatMap(({ appointments }) => appointments)
  if (past.length === 0) {
    return (
      <EmptyState
        title="All your visits in one place"
        picture={<img src={picture} alt="" width={240} height={180} className="picture" />}
      >
        Coming soon: a list of your past visits.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Past appointments" className="grid gap-4">
        {past.map((appointment) => (
          <PastAppointmentCard key={appointment._id} appointment={appointment} />
        ))}
      </ul>
      <LoadMore list={history}>Show older appointments</LoadMore>
    </>
  )
}

const OUTCOMES: Record<PastAppointment['outcome'], string> = {
  completed: 'Completed',
  missed: 'Missed',
  canceled: 'Canceled',
  past: 'Past',
}

function PastAppointmentCard({ appointment }: { appointment: PastAppointment }) {
  const { treatment, treatmentId, date, slot, doctor, child, patientName, outcome, receipts } =
    appointment
  const again = new URLSearchParams({ [TREATMENT_PARAMETER]: treatmentId })
  if (child) again.set(CHILD_PARAMETER, child._id)
  const whatAgain = child ? `${treatment} for ${child.name}` : treatment
  return (
    <li className="leaf grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 bg-base-100 p-5 shadow-soft md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-bold text-muted">{OUTCOMES[outcome]}</p>
        <h2 className="mt-1 text-xl wrap-break-word">
          <BreakAfterSlash text={treatment} />
        </h2>
        <p className="mt-1">
          <span className="font-bold">{date}</span>, {slot}
          {doctor && <span className="block">{doctor}</span>}
          <span className="block text-muted wrap-break-word">
            {child ? `for ${child.name}` : patientName}
          </span>
        </p>
      </div>
      <Money appointment={appointment} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 wrap-anywhere *:min-w-0 md:col-span-2">
        <ButtonLink
          to={`/appointment?${again}`}
          look="secondary"
          aria-label={`Book again: ${whatAgain}`}
        >
          Book again
        </ButtonLink>
        <ReceiptLinks receipts={receipts} />
      </div>
    </li>
  )
}

function Money({ appointment }: { appointment: PastAppointment }) {
  const { outcome, price, paid, refunded, kept, toHandBack } = appointment
  // Nothing is owed for it.
  if (paid === 0 && outcome === 'canceled') return null
  const amounts: [term: string, amount: number][] = [
    paid === 0 ? ['Not paid', price] : ['Paid', paid],
  ]
  if (refunded > 0) amounts.push(['Refunded', refunded], ['Kept', kept])
  return (
    <div className="md:text-right">
      <dl className="h-fit gap-x-4 md:ml-auto md:grid md:w-fit md:grid-cols-[max-content_max-content] md:text-right">
        {amounts.map(([term, amount]) => (
          <div key={term} className="flex flex-wrap gap-x-4 md:contents">
            <dt className="text-muted">{term}</dt>
            <dd className="font-extrabold">{formatPrice(amount)}</dd>
          </div>
        ))}
      </dl>
      {toHandBack > 0 && (
        <p className="mt-2 max-w-60 md:ml-auto">{describeHandBack(toHandBack, 'cancel')}</p>
      )}
    </div>
  )
}
