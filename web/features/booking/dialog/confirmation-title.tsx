import CalendarCheck from 'lucide-react/icons/calendar-check'
import { type ReactNode, useEffect, useRef } from 'react'

interface ConfirmationTitleProps {
  title: string
  /** What happens next. */
  children: ReactNode
}

/** That a booking was made. Takes the focus. */
export function ConfirmationTitle({ title, children }: ConfirmationTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center' })
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-leaf text-success">
        <CalendarCheck aria-hidden="true" size={34} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        {title}
      </h1>
      <p className="text-muted">{children}</p>
    </div>
  )
}
