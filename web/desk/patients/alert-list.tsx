import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ChildAlert, describeAlert } from '#contract/front-desk/alerts.ts'
import { Instant } from '#web/both/times/instant.tsx'

/** The alerts of a child, shown wherever staff see the child; nothing without any. */
export function AlertList({ alerts }: { alerts: readonly ChildAlert[] }) {
  if (alerts.length === 0) return null
  return (
    <ul aria-label="Alerts" className="mt-1 grid gap-1">
      {alerts.map((alert) => (
        <li
          key={alert._id}
          className="flex w-fit max-w-full gap-1.5 rounded-lg border-2 border-error px-2 py-0.5 text-sm font-bold wrap-anywhere"
        >
          <TriangleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0 text-error" />
          <span>{describeAlert(alert)}</span>
        </li>
      ))}
    </ul>
  )
}

export function AlertAuthor({ alert: { by, at } }: { alert: ChildAlert }) {
  return (
    <span className="text-sm text-muted">
      {by ?? 'Unknown'}, <Instant at={at} as="day" />
    </span>
  )
}
