import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
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
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import type { authMachine } from '#machines/auth/auth-machine.ts'
import { Header } from '#web/app/header.tsx'
import { Auth } from '#web/both/session/auth-context.ts'
import { logOut } from '#web/both/session/log-out.ts'
import { Toasts } from '#web/components/toasts.tsx'
import DashboardLayout from '#web/family/dashboard/dashboard-layout.tsx'
import ProfilePage from '#web/family/profile/profile-page.tsx'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { addressOf } from '#web/lib/own-path.ts'
import { BASE } from '#words/en/language.ts'
import RequireRole from '../access/require-role.tsx'
import RequireUser from '../access/require-user.tsx'
import ConfirmEmailPage from '../email-links/confirm-email-page.tsx'
import ResetPasswordPage from '../email-links/reset-password-page.tsx'
import LoginPage from '../login/login-page.tsx'
import SignupPage from '../login/signup-page.tsx'
import { AuthProvider, SessionRenewal } from '../session/auth-provider.tsx'

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
      <Toasts />
    </>
  )
}

function renderIn(provide: (screens: ReactNode) => ReactNode, start: string): Whereabouts {
  const whereabouts: Partial<Whereabouts> = {}
  const screens = (
    <Routes>
      <Route element={<Frame whereabouts={whereabouts} />}>
        <Route path="/" element={<h1>Home</h1>} />
        <Route path="/before" element={<h1>Before</h1>} />
        <Route path="/login" element={<LoginPage />} />
        <Route path="/signup" element={<SignupPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/confirm-email" element={<ConfirmEmailPage />} />
        <Route element={<RequireUser />}>
          <Route path="/appointment" element={<h1>Appointment</h1>} />
          <Route path="/dashboard" element={<DashboardLayout />}>
            <Route index element={<h1>My Appointments</h1>} />
            <Route path="profile" element={<ProfilePage />} />
            <Route element={<RequireRole page="adminsOnly" />}>
              <Route path="users" element={<h1>All users</h1>} />
            </Route>
            <Route element={<RequireRole page="staffOnly" />}>
              <Route path="agenda" element={<h1>Agenda</h1>} />
            </Route>
          </Route>
        </Route>
      </Route>
    </Routes>
  )
  render(
    <MemoryRouter basename={BASE || undefined} initialEntries={['/before', start].map(addressOf)}>
      <ClinicProvider clinic={DEFAULT_CLINIC}>{provide(screens)}</ClinicProvider>
    </MemoryRouter>,
  )
  return whereabouts as Whereabouts
}

/**
 * The screens that have to do with signing in, at their addresses on the site, on a machine whose
 * actors the test holds. The page before is `/before`.
 */
export function renderSiteOn(logic: typeof authMachine, start: string) {
  const clock = new SimulatedClock()
  const whereabouts = renderIn(
    (screens) => (
      <Auth.Provider logic={logic} options={{ clock }}>
        <SessionRenewal />
        {screens}
      </Auth.Provider>
    ),
    start,
  )
  return { clock, whereabouts }
}

/** The same on the real machine with its real actors. */
export function renderSite(start: string): Whereabouts {
  return renderIn((screens) => <AuthProvider>{screens}</AuthProvider>, start)
}
