import { render } from '@testing-library/react'
import {
  type Location,
  MemoryRouter,
  type NavigateFunction,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
} from 'react-router-dom'
import { SimulatedClock } from 'xstate'
import { Header } from '../../components/header.tsx'
import DashboardLayout from '../../dashboard/dashboard-layout.tsx'
import { Auth } from '../auth-context.ts'
import { AuthPorts } from '../auth-provider.tsx'
import { logOut } from '../log-out.ts'
import LoginPage from '../login-page.tsx'
import RequireAdmin from '../require-admin.tsx'
import RequireUser from '../require-user.tsx'
import SignupPage from '../signup-page.tsx'
import type { HeldActors } from './held-actors.ts'

/** Where the site is now, and the way to any of its addresses. */
export interface Whereabouts {
  location: Location
  go: NavigateFunction
}

function Frame({ whereabouts }: { whereabouts: Partial<Whereabouts> }) {
  Object.assign(whereabouts, { location: useLocation(), go: useNavigate() })
  return (
    <>
      <Header onLogout={logOut} />
      <main>
        <Outlet />
      </main>
    </>
  )
}

/** The screens that have to do with signing in, at the addresses that they have on the site. */
export function renderSite(actors: HeldActors, start: string) {
  const clock = new SimulatedClock()
  const whereabouts: Partial<Whereabouts> = {}
  render(
    <MemoryRouter initialEntries={['/before', start]}>
      <Auth.Provider logic={actors.logic} options={{ clock }}>
        <AuthPorts />
        <Routes>
          <Route element={<Frame whereabouts={whereabouts} />}>
            <Route path="/" element={<h1>Home</h1>} />
            <Route path="/before" element={<h1>Before</h1>} />
            <Route path="/login" element={<LoginPage />} />
            <Route path="/signup" element={<SignupPage />} />
            <Route element={<RequireUser />}>
              <Route path="/appointment" element={<h1>Appointment</h1>} />
              <Route path="/dashboard" element={<DashboardLayout />}>
                <Route index element={<h1>My Appointments</h1>} />
                <Route path="history" element={<h1>My History</h1>} />
                <Route element={<RequireAdmin />}>
                  <Route path="users" element={<h1>All users</h1>} />
                </Route>
              </Route>
            </Route>
          </Route>
        </Routes>
      </Auth.Provider>
    </MemoryRouter>,
  )
  return { clock, whereabouts: whereabouts as Whereabouts }
}
