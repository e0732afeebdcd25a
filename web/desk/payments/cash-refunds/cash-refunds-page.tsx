import { useQuery } from '@tanstack/react-query'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { CashRefundList } from './cash-refunds.tsx'
import { cashRefundsOptions } from './cash-refunds-api.ts'

/** Refunds of desk payments for staff to hand back: docs/requirements.md#handing-back. */
export default function CashRefundsPage() {
  const query = useQuery(cashRefundsOptions())
  return (
    <>
      <PageTitle>Hand back</PageTitle>
      <p className="mt-2 max-w-prose text-lg text-muted">
        Refunds of what families have paid in cash or with the card terminal.
      </p>
      <p className="mt-2 mb-4">
        <TextLink to="/dashboard/agenda">Back to Today</TextLink>
      </p>
      <Loaded query={query} what="the refunds">
        {(refunds) => <CashRefundList {...refunds} />}
      </Loaded>
    </>
  )
}
