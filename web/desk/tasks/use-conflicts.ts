import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { describeReason } from './conflict-reasons.ts'
import { conflictsOptions } from './conflicts-api.ts'

/** Why appointments no longer fit the schedule, by id. */
export function useConflicts(): ReadonlyMap<string, string> {
  const { data } = useQuery(conflictsOptions)
  return useMemo(
    () => new Map(data?.map(({ _id, reasons }) => [_id, reasons.map(describeReason).join(', ')])),
    [data],
  )
}
