import { formatMinute } from '#contract/booking/slots.ts'
import { formatWireDate } from '#contract/dates.ts'
import { dropReason, type ListedNotification } from '#contract/notifications/notifications.ts'
import type { ListedRow } from '#drizzle/queries/notifications/notifications.ts'

/** An email to a family, as staff see it. */
export function toNotification(row: ListedRow, canResend: boolean): ListedNotification {
  const { id, kind, state, recipient, dueAt, sentAt, attempts, error } = row.notification
  return {
    _id: id,
    kind,
    state,
    recipient: recipient === null ? null : { name: row.familyName, email: recipient },
    about: aboutOf(row),
    dueAt: dueAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    attempts,
    dropReason: state === 'dropped' ? (dropReason.safeParse(error).data ?? null) : null,
    problem: state === 'dropped' ? null : error,
    canResend,
  }
}

function aboutOf({ notification, appointment }: ListedRow): string | null {
  if (appointment) {
    const { treatment, date, startMinute } = appointment
    return [treatment, formatWireDate(date), formatMinute(startMinute)].join(', ')
  }
  return notification.kind === 'reminder' ? formatWireDate(notification.data.date) : null
}
