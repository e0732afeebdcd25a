import '#web/styles/app.css'
import { Outlet } from 'react-router-dom'
import { AuthProvider } from '../session/auth-provider.tsx'

/** The frame of every screen that has to know who is signed in. */
export default function AuthLayout() {
  return (
    <AuthProvider>
      <Outlet />
    </AuthProvider>
  )
}
