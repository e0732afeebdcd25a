import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as calls from '#contract/next-visits/check-up-plan-calls.ts'
import { type CheckUpRow, describeRow } from '#contract/next-visits/check-ups.ts'
import { toast } from '#web/components/toasts.tsx'
import { send } from '#web/lib/api/send.ts'

/** The check-ups of a child, as staff see them. */
export const checkUpsOptions = (childId: string) =>
  queryOptions({
    queryKey: ['check-ups', childId],
    queryFn: ({ signal }) => send(calls.listCheckUps, { params: { id: childId }, signal }),
    staleTime: 0,
  })

/** 'the check-up at 4 years', 'the check-up on day 3–7'. */
export const nameCheckUp = (row: CheckUpRow) =>
  `the check-up ${row.ageMonths === 0 ? 'on' : 'at'} ${describeRow(row)}`

/** Counts a visit as a row of the plan, or takes that back. */
export function useCounting(childId: string) {
  const queries = useQueryClient()
  const { queryKey } = checkUpsOptions(childId)
  return useMutation({
    mutationFn: ({ row, visit }: { row: CheckUpRow; visit: string | null }) =>
      send(calls.countCheckUp, { params: { id: childId, row: row._id }, body: { visit } }),
    onSuccess: (known, { row, visit }) => {
      queries.setQueryData(queryKey, known)
      toast.success(
        visit === null
          ? `The visit no longer counts as ${nameCheckUp(row)}`
          : `The visit counts as ${nameCheckUp(row)}`,
      )
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  })
}
