import { useLocation, useNavigate } from 'react-router-dom'
import { logOut } from '../session/log-out.ts'
import { returningTo } from './origin.ts'

/** Returns a function that has the user log in with another account, and return to this page. */
export function useOtherAccount(): () => Promise<void> {
  const location = useLocation()
  const navigate = useNavigate()
  return async () => {
    await logOut()
    await navigate('/login', { state: returningTo(location) })
  }
}
