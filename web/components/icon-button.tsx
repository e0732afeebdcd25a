import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

interface IconProps {
  /** The accessible name, and the tooltip unless there is a `title`. */
  label: string
  Icon: LucideIcon
  /** In pixels. */
  size?: number
}

/** An icon button. It ignores clicks while busy, but keeps the focus. */
export function IconButton({
  label,
  Icon,
  size = 18,
  busy = false,
  className = '',
  onClick,
  ...button
}: ComponentProps<'button'> & IconProps & { busy?: boolean }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...button}
      className={`button-icon ${className}`}
    >
      {busy ? (
        <span aria-hidden="true" className="spinner" />
      ) : (
        <Icon aria-hidden="true" size={size} />
      )}
    </button>
  )
}

/** An icon link. */
export function IconLink({ label, Icon, size = 18, ...link }: LinkProps & IconProps) {
  return (
    <Link aria-label={label} title={label} {...link} className="button-icon">
      <Icon aria-hidden="true" size={size} />
    </Link>
  )
}
