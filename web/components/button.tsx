import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'

type Look = 'primary' | 'secondary' | 'quiet' | 'danger'

const LOOKS: Record<Look, string> = {
  primary: '',
  secondary: 'button-secondary',
  quiet: 'button-quiet',
  danger: 'button-danger',
}

function classes(look: Look, wide: boolean, more = '') {
  return ['button', LOOKS[look], wide ? 'w-full' : '', more].filter(Boolean).join(' ')
}

interface LookProps {
  /** primary: the main action; secondary: an alternative; quiet: in rows; danger: removes something. */
  look?: Look
  /** As wide as its container. */
  wide?: boolean
}

interface ButtonProps extends ComponentProps<'button'>, LookProps {
  /** Shows a spinner and ignores clicks, but keeps its size and focus. */
  busy?: boolean
}

/** A button; `type` is `button` by default. */
export function Button({ look = 'primary', wide = false, busy = false, ...props }: ButtonProps) {
  const { className, children, onClick, type = 'button', ...rest } = props
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={classes(look, wide, className)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span aria-hidden="true" className="spinner" />}
      {children}
    </button>
  )
}

/** A link within the site that looks like a button. */
export function ButtonLink({
  look = 'primary',
  wide = false,
  className,
  ...props
}: ComponentProps<typeof Link> & LookProps) {
  return <Link {...props} className={classes(look, wide, className)} />
}
