import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '../components/avatar.tsx'
import type { SessionUser } from '../lib/session.ts'

interface AvatarMenuProps {
  /** Null while the page is drawn for whoever may be signed in. */
  user: SessionUser | null
  onLogout: () => void
}

const ITEM =
  'flex min-h-11 w-full items-center rounded-xl px-4 text-left font-semibold hover:bg-leaf focus-visible:bg-leaf'

function itemsOf(frame: HTMLElement | null) {
  return [...(frame?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}

/**
 * The account menu: Appointments, Dashboard, Logout. Keys as in the
 * ARIA menu-button pattern: arrows, Home and End move, Esc closes and goes back to the button.
 */
export function AvatarMenu({ user, onLogout }: AvatarMenuProps) {
  const [open, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    itemsOf(frame.current)[0]?.focus()
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [open])

  const name = user && (user.name || user.email)

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = itemsOf(frame.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const target: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: -1,
    }
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (event.key in target) {
      event.preventDefault()
      all.at((target[event.key] ?? 0) % all.length)?.focus()
    }
  }

  return (
    <div ref={frame} className="relative" data-signed-in-only={user ? undefined : ''}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={name ? `Menu of ${name}` : 'Your menu'}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        className="grid size-12 cursor-pointer place-items-center rounded-full"
      >
        <Avatar photo={user?.photo} size={44} />
      </button>
      {open && (
        <div
          role="menu"
          aria-label="Account"
          tabIndex={-1}
          onKeyDown={onKeyDown}
          className="leaf-end absolute right-0 z-20 mt-2 w-60 bg-base-100 p-2 shadow-lift"
        >
          <p className="truncate px-4 py-2 text-sm text-muted">{name}</p>
          <Link role="menuitem" to="/appointment" onClick={close} className={ITEM}>
            Appointments
          </Link>
          <Link role="menuitem" to="/dashboard" onClick={close} className={ITEM}>
            Dashboard
          </Link>
          <button
            type="button"
            role="menuitem"
            onClick={() => {
              close()
              onLogout()
            }}
            className={ITEM}
          >
            Logout
          </button>
        </div>
      )}
    </div>
  )
}
