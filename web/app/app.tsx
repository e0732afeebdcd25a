import { useEffect } from 'react'
import {
  matchPath,
  matchRoutes,
  Outlet,
  type RouteObject,
  useLocation,
  useRoutes,
} from 'react-router-dom'
import { Toasts } from '../components/toasts.tsx'
import { AppLayout, PublicLayout } from './layouts.tsx'
import { LazyPage } from './lazy-page.tsx'
import { type PageChunk, pageChunk } from './page-chunk.ts'
import { FrameContext, type FrameProps } from './page-wait.tsx'
import { ScrollAndFocus } from './scroll-and-focus.tsx'

const home = pageChunk(() => import('../features/home/home-page.tsx'))
const about = pageChunk(() => import('../features/about/about-page.tsx'))
const reviews = pageChunk(() => import('../features/reviews/reviews-page.tsx'))
const contact = pageChunk(() => import('../features/contact/contact-page.tsx'))
const doctors = pageChunk(() => import('../features/doctors/doctors-page.tsx'))
const notFound = pageChunk(() => import('./not-found-page.tsx'))

const appStyles = pageChunk(() => import('./app-styles.tsx'))
const auth = pageChunk(() => import('../features/auth/auth-layout.tsx'))
const login = pageChunk(() => import('../features/auth/login-page.tsx'))
const signup = pageChunk(() => import('../features/auth/signup-page.tsx'))
const confirmEmail = pageChunk(() => import('../features/auth/confirm-email-page.tsx'))
const resetPassword = pageChunk(() => import('../features/auth/reset-password-page.tsx'))
const requireUser = pageChunk(() => import('../features/auth/require-user.tsx'))
const requireAdmin = pageChunk(() => import('../features/auth/require-admin.tsx'))

const appointment = pageChunk(() => import('../features/booking/appointment-page.tsx'))
const dashboard = pageChunk(() => import('../features/dashboard/dashboard-layout.tsx'))
const myAppointments = pageChunk(() => import('../features/dashboard/my-appointments-page.tsx'))
const history = pageChunk(() => import('../features/dashboard/history-page.tsx'))
const review = pageChunk(() => import('../features/dashboard/review-page.tsx'))
const profile = pageChunk(() => import('../features/profile/profile-page.tsx'))
const payment = pageChunk(() => import('../features/payment/payment-page.tsx'))
const users = pageChunk(() => import('../features/users/users-page.tsx'))
const addDoctor = pageChunk(() => import('../features/manage-doctors/add-doctor-page.tsx'))
const manageDoctors = pageChunk(() => import('../features/manage-doctors/manage-doctors-page.tsx'))
const audit = pageChunk(() => import('../features/audit/audit-page.tsx'))

/** What is drawn of the screens behind the login until their code and their visitor are there. */
const frames: readonly { path: string; chunk: PageChunk<FrameProps> }[] = [
  {
    path: '/appointment',
    chunk: pageChunk(() => import('../features/booking/appointment-frame.tsx')),
  },
  {
    path: '/dashboard/*',
    chunk: pageChunk(() => import('../features/dashboard/dashboard-frame.tsx')),
  },
]

function frameAt(pathname: string): PageChunk<FrameProps> | undefined {
  return frames.find(({ path }) => matchPath(path, pathname))?.chunk
}

/** Gives the screens within it the frame of their address. */
function Framed() {
  const { pathname } = useLocation()
  return (
    <FrameContext value={frameAt(pathname)?.loaded() ?? null}>
      <Outlet />
    </FrameContext>
  )
}

// `handle` is what `preloadPath` finds again through the router's own matching.
function at(path: string, chunk: PageChunk, children?: RouteObject[]): RouteObject {
  return { path, element: <LazyPage key={path} chunk={chunk} />, handle: chunk, children }
}

function within(chunk: PageChunk, children: RouteObject[]): RouteObject {
  return { element: <LazyPage chunk={chunk} />, handle: chunk, children }
}

/** Every screen of the site (spec section 2). */
const routes: RouteObject[] = [
  {
    element: <PublicLayout />,
    children: [
      at('/', home),
      at('/about', about),
      at('/reviews', reviews),
      at('/contactus', contact),
      at('/doctors', doctors),
      at('*', notFound),
    ],
  },
  {
    element: <AppLayout />,
    children: [
      {
        element: <Framed />,
        children: [
          within(appStyles, [
            within(auth, [
              at('/login', login),
              at('/signup', signup),
              at('/reset-password', resetPassword),
              at('/confirm-email', confirmEmail),
              within(requireUser, [
                at('/appointment', appointment),
                at('/dashboard', dashboard, [
                  {
                    index: true,
                    // Without a key it would be taken for the page of another route.
                    element: <LazyPage key="/dashboard" chunk={myAppointments} />,
                    handle: myAppointments,
                  },
                  at('history', history),
                  at('review', review),
                  at('profile', profile),
                  at('appointment/:id', payment),
                  within(requireAdmin, [
                    at('users', users),
                    at('adddoctor', addDoctor),
                    at('managedoctors', manageDoctors),
                    at('audit', audit),
                  ]),
                ]),
              ]),
            ]),
          ]),
        ],
      },
    ],
  },
]

/** Loads the frame of the page at `pathname`, if it has one. */
export async function preloadFrame(pathname: string): Promise<void> {
  await frameAt(pathname)?.preload()
}

/** Loads the code of the page at `pathname`, of its frame and of the layouts around it, all at once. */
export async function preloadPath(pathname: string): Promise<void> {
  const chunks = (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) =>
    route.handle ? [route.handle as PageChunk] : [],
  )
  await Promise.all([preloadFrame(pathname), ...chunks.map((chunk) => chunk.preload())])
}

/** Preloads a page when a link to it is pointed at, touched or focused. */
function usePreloadOnIntent() {
  useEffect(() => {
    const onIntent = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(link instanceof HTMLAnchorElement)) return
      const { origin, pathname } = new URL(link.href)
      if (origin === window.location.origin) void preloadPath(pathname)
    }
    const kinds = ['pointerover', 'touchstart', 'focusin'] as const
    for (const kind of kinds) document.addEventListener(kind, onIntent, { passive: true })
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, onIntent)
    }
  }, [])
}

/** The whole site; needs a router around it. `onReady` is called once it is on the screen. */
export function App({ onReady }: { onReady?: () => void }) {
  const { pathname } = useLocation()
  // Starts every chunk of the page at once; each would otherwise wait for the one around it.
  useEffect(() => void preloadPath(pathname), [pathname])
  usePreloadOnIntent()
  useEffect(() => onReady?.(), [onReady])
  return (
    <>
      {useRoutes(routes)}
      <ScrollAndFocus />
      <Toasts />
    </>
  )
}
