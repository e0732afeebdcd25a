import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { SessionUser } from '#web/lib/session.ts'
import * as words from '#words/en/frame.ts'
import { Avatar } from './avatar.tsx'

interface AvatarMenuProps {
  /** Null in the server's HTML, which is the same for every visitor. */
  user: SessionUser | null
  onLogout: () => void
  /** After the user's own pages. */
  links?: readonly { to: string; label: string }[]
  /** Of the picture, in pixels. */
  size?: number
  /** More items, before Logout. */
  children?: ReactNode
}

const OWN_PAGES = [
  { to: '/dashboard', label: words.appointments },
  { to: '/dashboard', label: words.dashboard },
  { to: '/dashboard/children', label: words.myChildren },
  { to: '/dashboard/waitlist', label: words.myWaitingList },
  { to: '/dashboard/history', label: words.myHistory },
  { to: '/dashboard/review', label: words.myReview },
  { to: '/dashboard/profile', label: words.myProfile },
]

/** The look of an item. */
export const MENU_ITEM =
  'block w-full rounded-xl px-4 py-2 text-start font-semibold hover:bg-leaf focus-visible:bg-leaf'

/**
 * The user, links to their own pages (phones have no sidebar), and Logout. The browser opens, closes and
 * announces the popover, and returns the focus to the button; the arrow keys, Home and End follow the ARIA
 * menu pattern.
 */
export function AvatarMenu({ user, onLogout, links = [], size = 44, children }: AvatarMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const name = user && (user.name || user.email)
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const close = () => menu.current?.hidePopover()

  function onToggle(event: ToggleEvent) {
    if (event.newState === 'open') items()[0]?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const all = items()
    const current = all.indexOf(document.activeElement as HTMLElement)
    const targets: Record<string, number> = {
      ArrowDown: (current + 1) % all.length,
      ArrowUp: current - 1,
      Home: 0,
      End: -1,
    }
    const target = targets[event.key]
    if (event.key === 'Tab') close()
    if (target === undefined) return
    event.preventDefault()
    all.at(target)?.focus()
  }

  return (
    <div data-signed-in-only={user ? undefined : ''}>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={name ? words.accountMenuOf(name) : words.accountMenu}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          event.currentTarget.click()
        }}
        className="grid size-12 cursor-pointer place-items-center rounded-full"
      >
        <Avatar photo={user?.photo} size={size} />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={words.account}
        tabIndex={-1}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
        className="popup leaf-end mt-2 w-[min(15rem,calc(100vw-2.5rem))] bg-base-100 p-2 text-base-content shadow-lift"
      >
        {user && (
          <div className="flex items-center gap-3 px-4 py-2">
            <Avatar photo={user.photo} size={40} />
            <div className="min-w-0">
              <p className="truncate leading-snug font-bold">{name}</p>
              {user.name && (
                <p className="truncate text-sm text-muted" title={user.email}>
                  {user.email}
                </p>
              )}
            </div>
          </div>
        )}
        {[...OWN_PAGES, ...links].map(({ to, label }) => (
          <Link key={label} role="menuitem" to={to} onClick={close} className={MENU_ITEM}>
            {label}
          </Link>
        ))}
        {children}
        <button
          type="button"
          role="menuitem"
          onClick={() => {
            close()
            onLogout()
          }}
          className={MENU_ITEM}
        >
          {words.logOut}
        </button>
      </div>
    </div>
  )
}
