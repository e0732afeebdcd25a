import { Outlet } from 'react-router-dom'

/** The frame of the screens within it. */
export default function RequireUser() {
  return <Outlet />
}
