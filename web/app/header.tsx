import Menu from 'lucide-react/icons/menu'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import * as words from '#words/en/frame.ts'
import { LanguageSwitch } from '../both/languages/language-switch.tsx'
import {
  ADD_DOCTOR_LINK,
  ALL_USERS_LINK,
  MANAGE_DOCTORS_LINK,
} from '../both/session/admin-links.ts'
import { Logo } from '../components/brand/logo.tsx'
import { ButtonLink } from '../components/button.tsx'
import { AvatarMenu } from '../components/people/avatar-menu.tsx'
import { ThemeSwitch } from '../components/theme/theme-switch.tsx'
import { useInBrowser } from '../components/use-in-browser.ts'
import { useKeyDown } from '../lib/use-key-down.ts'
import { useSession } from '../lib/use-session.ts'

/** The header's links: docs/requirements.md#header. */
const navigation = [
  { label: words.home, to: '/' },
  { label: words.aboutUs, to: '/about' },
  { label: words.appointment, to: '/appointment' },
  { label: words.contactUs, to: '/contactus' },
] as const

const dashboardLink = { label: words.dashboard, to: '/dashboard' } as const

/** As in the sidebar. */
const ADMIN_PLACES = [ALL_USERS_LINK, ADD_DOCTOR_LINK, MANAGE_DOCTORS_LINK]

interface HeaderProps {
  onLogout: () => void
}

const LINK =
  'inline-flex min-h-11 items-center rounded-full px-4 font-bold hover:bg-leaf aria-[current=page]:bg-leaf aria-[current=page]:text-primary'

/** Logo, navigation, and Login or the account menu. */
export function Header({ onLogout }: HeaderProps) {
  const session = useSession()
  // The server's HTML is for all visitors; public.css hides what does not apply to this one.
  const isForAll = !useInBrowser()
  const { pathname } = useLocation()
  // The address at which it was opened, so that following a link closes it.
  const [openOn, setOpenOn] = useState<string | null>(null)
  const open = openOn === pathname
  const panelId = useId()
  const toggle = useRef<HTMLButtonElement>(null)

  // After hydration the session decides what the header shows, instead of public.css.
  useEffect(() => {
    delete document.documentElement.dataset.signedIn
    delete document.documentElement.dataset.signedOut
  }, [])

  useKeyDown(({ key }) => {
    if (!open || key !== 'Escape') return
    setOpenOn(null)
    toggle.current?.focus()
  })

  const items = [
    ...navigation.map((link) => <NavigationItem key={link.to} {...link} />),
    (session || isForAll) && (
      <NavigationItem key={dashboardLink.to} {...dashboardLink} signedInOnly={!session} />
    ),
  ]

  return (
    <header className="sticky top-0 z-30 border-b border-base-300/70 bg-base-200">
      <div className="shell flex min-h-16 flex-wrap items-center gap-3">
        <Logo />
        <nav aria-label={words.mainNavigation} className="ms-auto hidden min-w-0 lg:block">
          <ul className="flex flex-wrap gap-1">{items}</ul>
        </nav>
        <div className="ms-auto flex items-center gap-2 lg:ms-0">
          <div className="hidden text-muted lg:block">
            <ThemeSwitch />
          </div>
          {(session || isForAll) && (
            <AvatarMenu
              user={session?.user ?? null}
              links={session?.user.role === 'admin' ? ADMIN_PLACES : []}
              onLogout={onLogout}
            />
          )}
          {!session && (
            <ButtonLink to="/login" data-signed-out-only="">
              {words.logIn}
            </ButtonLink>
          )}
          <button
            ref={toggle}
            type="button"
            aria-expanded={open}
            aria-controls={panelId}
            onClick={() => setOpenOn(open ? null : pathname)}
            className="button-icon lg:hidden"
          >
            {open ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            <span className="sr-only">{words.menu}</span>
          </button>
        </div>
      </div>
      <div id={panelId} hidden={!open} className="border-t border-base-300/70 lg:hidden">
        <div className="shell grid gap-3 py-4">
          <nav aria-label={words.mainNavigationOnPhones}>
            <ul className="grid gap-1 text-lg">{items}</ul>
          </nav>
          <LanguageSwitch className="px-4" />
          <ThemeSwitch />
        </div>
      </div>
    </header>
  )
}

interface NavigationItemProps {
  label: string
  to: string
  signedInOnly?: boolean
}

function NavigationItem({ label, to, signedInOnly }: NavigationItemProps) {
  return (
    <li data-signed-in-only={signedInOnly ? '' : undefined}>
      <NavLink to={to} end={to === '/'} className={LINK}>
        {label}
      </NavLink>
    </li>
  )
}
