import '../styles/app.css'
import { Outlet } from 'react-router-dom'

/** Brings the styles of the screens behind the login, which the public pages do without. */
export default function AppStyles() {
  return <Outlet />
}
