import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Ellipsis from 'lucide-react/icons/ellipsis'
import PanelLeft from 'lucide-react/icons/panel-left'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { SproutMark } from '#web/components/brand/sprout-mark.tsx'
import { IconLink } from '#web/components/icon-button.tsx'
import { AvatarMenu } from '#web/components/people/avatar-menu.tsx'
import { SkipLink } from '#web/components/skip-link.tsx'
import { ThemeItems } from '#web/components/theme/theme-items.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { scrollIntoRow } from '#web/lib/scroll-into-row.ts'
import {
  currentPage,
  MY_DAY,
  placesFor,
  type WorkspaceGroup,
  type WorkspacePlace,
  type WorkspaceRole,
} from './workspace-links.ts'

const HELP = '/dashboard/help'
const DOCTOR_HELP = `${MY_DAY}/help`

interface WorkspaceFrameProps {
  /** Decides which places are shown. */
  role: WorkspaceRole
  /** Whether more places may be added once the role is known. */
  busy?: boolean
  /** Below the places. */
  notice?: ReactNode
  /** The number of waiting entries on the To do page. */
  waiting?: ReactNode
  /** The search field, for staff and admins, and the user, in the top bar. */
  search: ReactNode
  account: ReactNode
  /** The day's status. */
  status?: ReactNode
  children: ReactNode
}

/**
 * The frame of all pages for staff, admins and doctors, as wide as the window. The places are in a rail on the
 * left, as icons if the window is narrow or the user folds it; on phones, a bar at the bottom has the most
 * frequent ones, but not for doctors, who have one place. It needs no data, so the server can render it.
 */
export function WorkspaceFrame(props: WorkspaceFrameProps) {
  const { role, busy = false, notice, waiting, search, status, account, children } = props
  const { name } = useClinic()
  const groups = placesFor(role)
  const current = currentPage(groups, useLocation())
  const linkProps = { current, waiting }
  return (
    <div className="workspace">
      <SkipLink />
      <nav aria-label="Workspace" aria-busy={busy} className="workspace-rail">
        <Link to="/" className="workspace-brand" title={`${name}: public site`}>
          <SproutMark size={24} />
          <span className="rail-text text-base font-extrabold tracking-tight text-base-content">
            {name}
          </span>
        </Link>
        <div className="grid content-start gap-3">
          {groups.map((group) => (
            <div key={group.name}>
              <p aria-hidden="true" className="rail-text px-2.5 pb-1 text-xs font-bold text-muted">
                {group.name}
              </p>
              <ul aria-label={group.name} className="grid gap-0.5">
                {group.places.map((place) => (
                  <li key={place.label}>
                    <PlaceLink {...linkProps} place={place} className="workspace-place" />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        {notice}
        <RailToggle />
      </nav>
      <header className="workspace-bar">
        <Link to="/" className="workspace-brand md:hidden" title={`${name}: public site`}>
          <SproutMark size={24} />
          <span className="sr-only">{name}</span>
        </Link>
        <div className="me-auto min-w-0 grow md:max-w-md">{search}</div>
        {status}
        {role === 'doctor' ? (
          <IconLink to={DOCTOR_HELP} label="Help" Icon={CircleQuestionMark} />
        ) : (
          <div className="max-sm:hidden">
            <IconLink to={HELP} label="Help" Icon={CircleQuestionMark} />
          </div>
        )}
        {account}
      </header>
      <main id="content" tabIndex={-1} className="workspace-page">
        {current && current.place.tabs.length > 1 && <Tabs {...current} />}
        {children}
      </main>
      {role !== 'doctor' && <BottomBar {...linkProps} groups={groups} />}
    </div>
  )
}

type CurrentPage = ReturnType<typeof currentPage>

interface PlaceLinkProps {
  place: WorkspacePlace
  current: CurrentPage
  waiting: ReactNode
  className: string
  onClick?: () => void
}

function PlaceLink({ place, current, waiting, ...link }: PlaceLinkProps) {
  const { label, Icon, tabs, hasBadge } = place
  const [first] = tabs
  if (!first) return null
  const isCurrent = current?.place === place
  return (
    <Link
      to={first.to}
      aria-current={
        isCurrent ? (current.isOwnPage && current.tab === first ? 'page' : 'true') : undefined
      }
      title={label}
      {...link}
    >
      <Icon aria-hidden="true" size={18} className="shrink-0" />
      <span className="rail-text">{label}</span>
      {hasBadge && waiting}
    </Link>
  )
}

/** The tabs of a place, above each of its pages. */
function Tabs({ place, tab, isOwnPage }: NonNullable<CurrentPage>) {
  return (
    <nav aria-label={place.label} className="mb-3 overflow-x-auto print:hidden">
      <ul className="flex gap-1 border-b border-base-300">
        {place.tabs.map((each) => (
          <li key={each.to} className="shrink-0">
            <Link
              ref={each === tab ? scrollIntoRow : undefined}
              to={each.to}
              aria-current={each === tab ? (isOwnPage ? 'page' : 'true') : undefined}
              className="place-tab"
            >
              {each.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const RAIL_KEY = 'sprout.rail'

/** Folds the rail to icons. `early.js` applies it before the first paint; styles/app.css does the rest. */
function RailToggle() {
  const [isFolded, setFolded] = useState(
    () => typeof document !== 'undefined' && document.documentElement.dataset.rail === 'folded',
  )
  const toggle = () => {
    const { dataset } = document.documentElement
    if (isFolded) {
      delete dataset.rail
      localStorage.removeItem(RAIL_KEY)
    } else {
      dataset.rail = 'folded'
      localStorage.setItem(RAIL_KEY, 'folded')
    }
    setFolded(!isFolded)
  }
  const label = isFolded ? 'Show the names of the pages' : 'Fold to icons'
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={toggle}
      className="workspace-place workspace-fold"
    >
      <PanelLeft aria-hidden="true" size={18} className="shrink-0" />
      <span aria-hidden="true" className="rail-text">
        Fold
      </span>
    </button>
  )
}

/** How many places the bar has besides More. */
const IN_BAR = 4

interface BottomBarProps extends Pick<PlaceLinkProps, 'current' | 'waiting'> {
  groups: readonly WorkspaceGroup[]
}

/** On phones: the most frequent places, and all of them in a sheet. */
function BottomBar({ groups, ...links }: BottomBarProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const sheet = useRef<HTMLElement>(null)
  const close = () => sheet.current?.hidePopover()
  return (
    <div className="workspace-bottom">
      <nav aria-label="Frequent pages" className="flex">
        {groups[0]?.places.slice(0, IN_BAR).map((place) => (
          <PlaceLink key={place.label} {...links} place={place} className="workspace-tab" />
        ))}
        <button type="button" popoverTarget={id} className="workspace-tab cursor-pointer">
          <Ellipsis aria-hidden="true" size={18} />
          More
        </button>
      </nav>
      <nav
        ref={sheet}
        id={id}
        popover="auto"
        aria-label="All places"
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        className="workspace-sheet"
      >
        {isOpen &&
          groups.map(({ name, places }) => (
            <ul key={name} aria-label={name} className="grid grid-cols-2 gap-1">
              {places.map((place) => (
                <li key={place.label}>
                  <PlaceLink {...links} place={place} className="workspace-place" onClick={close} />
                </li>
              ))}
            </ul>
          ))}
        <Link to={HELP} onClick={close} className="workspace-place">
          <CircleQuestionMark aria-hidden="true" size={18} className="shrink-0" />
          Help
        </Link>
      </nav>
    </div>
  )
}

/** The look of the search field for families, children, pages and actions. */
export const SEARCH_LOOK =
  'flex min-h-9 w-full cursor-text items-center gap-2 rounded-xl border border-line bg-base-100 px-3 text-start text-muted hover:bg-base-200 pointer-coarse:min-h-11'

/** Links to the page of families, where staff search. */
function SearchLink() {
  return (
    <Link to="/dashboard/families" className={SEARCH_LOOK}>
      <Search aria-hidden="true" size={16} className="shrink-0" />
      <span className="truncate">Find a family, page or action</span>
    </Link>
  )
}

/** The frame as rendered by the server, for all users. */
export function WorkspaceShell({ role }: Pick<WorkspaceFrameProps, 'role'>) {
  return (
    <WorkspaceFrame
      role={role}
      search={role !== 'doctor' && <SearchLink />}
      account={
        <AvatarMenu user={null} onLogout={() => undefined} size={34}>
          <ThemeItems />
        </AvatarMenu>
      }
    >
      <Outlet />
    </WorkspaceFrame>
  )
}
