import type { LucideIcon } from 'lucide-react'
import ConciergeBell from 'lucide-react/icons/concierge-bell'
import Stethoscope from 'lucide-react/icons/stethoscope'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { ADD_DOCTOR_LINK, ALL_USERS_LINK, MANAGE_DOCTORS_LINK } from './admin-links.ts'

/** A page with a link in the navigation. */
export interface Place {
  /** Path, and query where several places share a page. */
  to: string
  label: string
  Icon: LucideIcon
}

/** Places under one heading. */
export interface PlaceGroup {
  name: string
  places: readonly Place[]
}

// Listed in the dashboard of staff and admins as well as in the workspace.
export const AGENDA: Place = { to: '/dashboard/agenda', label: 'Today', Icon: ConciergeBell }
export const ALL_USERS: Place = { ...ALL_USERS_LINK, Icon: Users }
export const ADD_DOCTOR: Place = { ...ADD_DOCTOR_LINK, Icon: UserPlus }
export const MANAGE_DOCTORS: Place = { ...MANAGE_DOCTORS_LINK, Icon: Stethoscope }
