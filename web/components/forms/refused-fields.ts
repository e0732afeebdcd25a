import { useEffect, useEffectEvent } from 'react'
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { issuesOf } from '#web/lib/api/issues.ts'

export interface RefusedField<Field extends string> {
  field: Field
  /** The server's message. */
  message: string
}

/**
 * The messages for the fields that a failed call refuses.
 * @param fields in their order on the screen
 */
export function refusedAmong<Field extends string>(
  fields: readonly Field[],
  error: unknown,
): RefusedField<Field>[] {
  const issues = issuesOf(error)
  return fields.flatMap((field) => {
    const issue = issues.find(({ path }) => path === field)
    return issue ? [{ field, message: issue.message }] : []
  })
}

/** Shows what a failed call refuses next to its fields, and focuses the first of them. */
export function useRefusedFields<Values extends FieldValues>(
  refused: readonly RefusedField<FieldPath<Values>>[],
  error: unknown,
  setError: UseFormSetError<Values>,
): void {
  const show = useEffectEvent(() => {
    for (const [index, { field, message }] of refused.entries()) {
      setError(field, { message }, { shouldFocus: index === 0 })
    }
  })
  // After the fields are enabled again, so that the first of them can be focused.
  useEffect(() => {
    if (error) show()
  }, [error])
}
