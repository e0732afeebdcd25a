import CalendarClock from 'lucide-react/icons/calendar-clock'
import type { ReactNode } from 'react'
import { useFocusInView } from '#web/components/focus-in-view.ts'

/**
 * Explains why the last step failed, at the place where the visitor continues. Takes the focus for screen
 * readers and the keyboard.
 */
export function Notice({ children }: { children: ReactNode }) {
  const frame = useFocusInView<HTMLDivElement>('center')
  return (
    <div
      ref={frame}
      tabIndex={-1}
      className="mt-4 flex items-start gap-3 rounded-2xl bg-honey px-5 py-4 font-semibold"
    >
      <CalendarClock aria-hidden="true" size={24} className="shrink-0" />
      <div className="grid gap-2">{children}</div>
    </div>
  )
}
