import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface TileProps {
  title: string
  value: string
  /** The figure's name, and its former value. */
  children: ReactNode
  /** To the rows behind it. */
  link?: { to: string; text: string } | undefined
  className?: string
}

export function Tile({ title, value, children, link, className = '' }: TileProps) {
  return (
    <li className={`leaf flex min-w-0 flex-col bg-base-100 p-4 shadow-soft sm:px-5 ${className}`}>
      <h2 className="text-base leading-snug font-bold">{title}</h2>
      <p className="text-3xl leading-tight font-extrabold tabular-nums">{value}</p>
      <p className="text-sm text-muted">{children}</p>
      {link && (
        <p className="mt-auto">
          <FigureLink to={link.to}>{link.text}</FigureLink>
        </p>
      )}
    </li>
  )
}

export function FigureLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-9 items-center text-sm font-bold underline underline-offset-4 pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  )
}
