import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { PageTitle } from '#web/components/page-title.tsx'
import { ListSkeleton } from '#web/components/states/loading.tsx'
import { LoadError } from '#web/components/states/states.tsx'
import { CashRefundList } from '#web/shared/cash-refunds/cash-refunds.tsx'
import { cashRefundsOptions } from '#web/shared/cash-refunds/cash-refunds-api.ts'

/** What staff hand back of payments at the desk: docs/requirements.md#handing-back. */
export default function CashRefundsPage() {
  const query = useQuery(cashRefundsOptions())
  return (
    <>
      <PageTitle>Refunds at the desk</PageTitle>
      <p className="mt-2 max-w-prose text-lg text-muted">
        Refunds of what families have paid in cash or with the card terminal.
      </p>
      <p className="mt-2 mb-4">
        <Link
          to="/dashboard/agenda"
          className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
        >
          Back to the agenda
        </Link>
      </p>
      {query.isPending && <ListSkeleton label="Loading refunds" />}
      {!query.data && query.isError && (
        <LoadError title="We couldn’t load the refunds" query={query} />
      )}
      {query.data && <CashRefundList {...query.data} />}
    </>
  )
}
