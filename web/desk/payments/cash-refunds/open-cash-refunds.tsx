import { useQuery } from '@tanstack/react-query'
import { LoadError } from '#web/components/states/states.tsx'
import { CashRefundList } from './cash-refunds.tsx'
import { cashRefundsOptions } from './cash-refunds-api.ts'

/** The refunds to hand back, as part of another page; nothing without any. */
export function OpenCashRefunds({ family }: { family?: string }) {
  const query = useQuery(cashRefundsOptions(family))
  if (!query.data) {
    return query.isError && <LoadError title="We couldn’t load refunds at the desk" query={query} />
  }
  const { refunds, handedBackToday } = query.data
  if (refunds.length + handedBackToday.length === 0) return null
  return (
    <div className="mt-8">
      <CashRefundList {...query.data} />
    </div>
  )
}
