import { useQuery } from '@tanstack/react-query'
import type { CheckUpRow } from '#contract/next-visits/check-ups.ts'
import { Button } from '#web/components/button.tsx'
import { FieldError } from '#web/components/forms/field-error.tsx'
import { checkUpsOptions, nameCheckUp, useCounting } from './check-ups-api.ts'

interface CountedVisitProps {
  childId: string
  /** Id of a completed appointment. */
  visit: string
}

/**
 * Lets staff say that a visit of another treatment was the check-up: docs/requirements.md#was-the-check-up. Shows
 * nothing if the plan is off, or the visit counts by its own treatment.
 */
export default function CountedVisit({ childId, visit }: CountedVisitProps) {
  const { data } = useQuery(checkUpsOptions(childId))
  const counting = useCounting(childId)
  const counted = data?.rows.find((row) => row.visit?._id === visit && row.visit.byStaff)
  const fitting = data?.uncounted.find(({ _id }) => _id === visit)?.rows ?? []
  if (!data || (!counted && fitting.length === 0)) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {counted && (
        <>
          <p>Counts as {nameCheckUp(counted)}.</p>
          <UndoButton row={counted} counting={counting} />
        </>
      )}
      {data.rows
        .filter(({ _id }) => fitting.includes(_id))
        .map((row) => (
          <CountButton key={row._id} {...{ row, visit, counting }} />
        ))}
      <FieldError>{counting.error?.message}</FieldError>
    </div>
  )
}

interface CountingProps {
  row: CheckUpRow
  counting: ReturnType<typeof useCounting>
}

export function CountButton({
  row,
  visit,
  about,
  counting,
}: CountingProps & {
  visit: string
  /** Which visit, where there are several. */
  about?: string
}) {
  const text = `Was ${nameCheckUp(row)}`
  return (
    <Button
      look="secondary"
      aria-label={about && `${text}: ${about}`}
      disabled={counting.isPending}
      onClick={() => counting.mutate({ row, visit })}
    >
      {text}
    </Button>
  )
}

export function UndoButton({ row, counting }: CountingProps) {
  return (
    <Button
      look="quiet"
      aria-label={`Undo: it counts as ${nameCheckUp(row)}`}
      disabled={counting.isPending}
      onClick={() => counting.mutate({ row, visit: null })}
    >
      Undo
    </Button>
  )
}
