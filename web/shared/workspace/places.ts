import type { LucideIcon } from 'lucide-react'
import ConciergeBell from 'lucide-react/icons/concierge-bell'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'

/** A page with a link in the navigation. */
export interface Place {
  /** Path, and query where several places share a page. */
  to: string
  label: string
  Icon: LucideIcon
}

/** Places that stand together under a heading. */
export interface PlaceGroup {
  name: string
  places: readonly Place[]
}

// Named in the dashboard of staff and admins as well as in the workspace.
export const AGENDA: Place = { to: '/dashboard/agenda', label: 'Agenda', Icon: ConciergeBell }
export const ALL_USERS: Place = { to: '/dashboard/users', label: 'All users', Icon: Users }
export const ADD_DOCTOR: Place = {
  to: '/dashboard/adddoctor',
  label: 'Add a Doctor',
  Icon: UserPlus,
}
export const MANAGE_DOCTORS: Place = {
  to: '/dashboard/managedoctors',
  label: 'Manage Doctors',
  Icon: Stethoscope,
}
