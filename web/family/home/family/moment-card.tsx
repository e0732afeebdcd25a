import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { dayOf, parseWireDate } from '#contract/dates.ts'
import { formats } from '#contract/formats/formats.ts'

interface MomentCardProps {
  /** 'Your next appointment:' */
  label: string
  /** 'Nov 30, 2026', for the picture of a calendar sheet. */
  date: string
  /** 'Mon, Nov 30, 9:00 AM' */
  moment: string
  to: string
  /** The treatment and the child. */
  children: ReactNode
}

/** An appointment as a card in the hero that links to it. */
export function MomentCard({ label, date, moment, to, children }: MomentCardProps) {
  const day = parseWireDate(date)
  return (
    <div className="leaf relative flex w-full max-w-md items-center gap-4 bg-base-100 p-3 shadow-soft hover:bg-leaf">
      <span
        aria-hidden="true"
        className="grid shrink-0 place-items-center rounded-2xl bg-honey px-4 py-2"
      >
        <span className="text-sm font-bold">{formats.shortMonth(date)}</span>
        <span className="text-2xl font-extrabold">{day && dayOf(day)}</span>
      </span>
      <p className="min-w-0 leading-snug">
        <span className="block text-sm font-bold text-primary">{label}</span>{' '}
        <Link
          to={to}
          className="block text-xl font-extrabold text-base-content after:absolute after:inset-0 after:rounded-[inherit]"
        >
          {moment}
        </Link>
        <span className="block text-muted wrap-anywhere">{children}</span>
      </p>
    </div>
  )
}
