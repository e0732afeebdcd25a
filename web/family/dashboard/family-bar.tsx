import Baby from 'lucide-react/icons/baby'
import CalendarHeart from 'lucide-react/icons/calendar-heart'
import History from 'lucide-react/icons/history'
import UserRound from 'lucide-react/icons/user-round'
import { Link } from 'react-router-dom'
import type { Place } from '#web/both/session/places.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import * as frame from '#words/en/frame.ts'
import * as words from '#words/en/visits/dashboard.ts'

// The bar is shown before its marks have loaded.
const toAnswerMark = componentChunk(() => import('./to-answer-mark.tsx'))

const PLACES: readonly Place[] = [
  { to: '/dashboard', label: frame.appointments, Icon: CalendarHeart },
  { to: '/dashboard/children', label: words.children, Icon: Baby },
  { to: '/dashboard/history', label: words.history, Icon: History },
  { to: '/dashboard/profile', label: words.profile, Icon: UserRound },
]

interface FamilyBarProps {
  /** Whether a link leads to the open page, or to the list that it belongs to. */
  placeOf: (to: string) => 'page' | 'true' | undefined
  /** The first page of a doctor, staff or an admin; null for patients. */
  work: Place | null
}

/** The family's four pages in a bar at the bottom of a phone; for the clinic's people, also their first page. */
export function FamilyBar({ placeOf, work }: FamilyBarProps) {
  return (
    <nav aria-label={words.myFamily} className="bottom-bar @container md:hidden print:hidden">
      <ul className="flex flex-wrap">
        {[...PLACES, ...(work ? [work] : [])].map(({ to, label, Icon }) => (
          <li key={to} className="grow">
            <Link
              to={to}
              aria-current={placeOf(to)}
              className="group relative grid min-h-15 content-center justify-items-center gap-0.5 px-1 py-1.5 text-center text-xs leading-tight font-bold text-muted aria-[current]:text-primary"
            >
              <span className="grid w-[56px] place-items-center rounded-full py-1 group-aria-[current]:bg-leaf">
                <Icon aria-hidden="true" size={22} />
              </span>
              {/* In very large text, one row has space for one name. */}
              <span className="@max-[18rem]:group-not-aria-[current]:sr-only">{label}</span>
              {to === '/dashboard' && <LazyComponent chunk={toAnswerMark} waiting={null} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
