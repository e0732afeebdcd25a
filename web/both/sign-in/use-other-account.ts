import { useLocation, useNavigate } from 'react-router-dom'
import { logOut } from '#web/both/session/log-out.ts'
import { returningTo } from './origin.ts'

/**
 * A function that has the user log in with another account, prefilled with its address if known, and return
 * to this page.
 */
export function useOtherAccount(): (email?: string | null) => Promise<void> {
  const location = useLocation()
  const navigate = useNavigate()
  return async (email) => {
    await logOut()
    await navigate('/login', { state: { ...returningTo(location), ...(email && { email }) } })
  }
}
