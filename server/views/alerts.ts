import type { ChildAlert } from '#contract/front-desk/alerts.ts'
import type { AlertRow } from '#drizzle/queries/front-desk/alerts.ts'

/** An alert as staff see it. */
export function toChildAlert({ alert, writtenByName }: AlertRow): ChildAlert {
  const { id, version, kind, text, writtenAt } = alert
  return { _id: id, version, kind, text, by: writtenByName, at: writtenAt.toISOString() }
}
