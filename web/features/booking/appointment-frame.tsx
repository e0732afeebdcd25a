import type { ReactNode } from 'react'
import type { FrameProps } from '../../app/page-wait.tsx'
import { clinic } from '../../lib/clinic.ts'
import { AppointmentSkeleton } from './appointment-skeleton.tsx'

/** The appointment page's title, over what is there so far. */
export function AppointmentHeading({ children }: { children: ReactNode }) {
  return (
    <div className="shell py-10 md:py-16">
      <h1 className="text-4xl md:text-5xl">Make an appointment</h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">
        Choose a day, then a treatment and time that work for you and your child. We’re open{' '}
        {clinic.hours}.
      </p>
      {children}
    </div>
  )
}

/** The appointment page before its code and its visitor are there. */
export default function AppointmentFrame({ label }: FrameProps) {
  return (
    <AppointmentHeading>
      <AppointmentSkeleton label={label} />
    </AppointmentHeading>
  )
}
