import { useQuery } from '@tanstack/react-query'
import type { Appointment } from '#contract/booking/appointments.ts'
import { Spinner } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { loadOptions } from '../change/change-api.ts'
import { RefundTermsList } from '../change/refund-terms-list.tsx'

interface BillTermsProps {
  /** Those that are paid together. */
  appointments: readonly Appointment[]
}

/** What canceling refunds of each appointment: each is canceled alone, and has terms of its own. */
export default function BillTerms({ appointments }: BillTermsProps) {
  const ids = appointments.map(({ _id }) => _id)
  const query = useQuery({
    queryKey: ['billTerms', ids],
    queryFn: () => Promise.all(ids.map(loadOptions)),
  })
  if (query.isPending) return <Spinner label="Loading the refund terms" />
  if (query.isError) return <LoadError title="We couldn’t load the refund terms" query={query} />
  return appointments.map((appointment, index) => {
    const options = query.data[index]
    if (options?.status !== 'booked') return null
    const { terms, price, refundCeiling } = options
    return (
      <RefundTermsList
        key={appointment._id}
        title={`If you cancel ${nameOf(appointment)}`}
        terms={terms}
        price={price}
        ceiling={refundCeiling}
      />
    )
  })
}

function nameOf({ treatment, child, date }: Appointment): string {
  return `${treatment}${child ? ` for ${child.name}` : ''} on ${date}`
}
