import type { Given } from '../given.ts'
import { clinic } from './clinic.ts'

/** What search engines and link previews are told about a page. */
export interface PageMeta {
  /** Its address; `:id` stands for any one part. */
  path: string
  /** The page's own name; the clinic's name is added. The home page has none. */
  name?: string
  description: string
}

export interface PublicPage extends PageMeta {
  /** `static`: complete as it is, the scripts may wait; `live`: it needs data at once. */
  kind: 'static' | 'live'
  /** The call whose answer the server draws it from, by its name in `Given`. */
  given?: { [name in keyof Given]: string }
}

export interface AppShell extends PageMeta {
  /** The addresses within it that the browser draws from the same shell. */
  within?: readonly string[]
  /** The modules, from `web/`, whose scripts it needs first. */
  modules: readonly string[]
}

/** The prerendered pages. */
export const publicPages: readonly PublicPage[] = [
  {
    path: '/',
    kind: 'static',
    description: `${clinic.fullName} in ${clinic.address.city}: newborn visits, vaccinations, nutrition, development and allergy care. Book an appointment online at any hour.`,
  },
  {
    path: '/about',
    name: 'About Us',
    kind: 'static',
    description: `Who looks after your child at ${clinic.fullName}: specialist doctors, a certified pharmacy and a modern lab under one roof.`,
  },
  {
    path: '/reviews',
    name: 'Reviews',
    kind: 'static',
    description: `What families say about ${clinic.fullName}.`,
  },
  {
    path: '/contactus',
    name: 'Contact Us',
    kind: 'static',
    description: `Call, write to or visit ${clinic.fullName}. ${clinic.hours}.`,
  },
  {
    path: '/doctors',
    name: 'Our doctors',
    kind: 'live',
    given: { team: '/team' },
    description: `Meet the paediatricians of ${clinic.fullName} and what each of them specialises in.`,
  },
]

/** Shown, with status 404, for every address that does not exist. */
export const notFoundPage: PublicPage = {
  path: '/404',
  name: 'Page not found',
  kind: 'static',
  description: 'This page does not exist.',
}

const signIn = ['components/app-styles.tsx', 'auth/auth-layout.tsx']
const signedIn = [...signIn, 'auth/require-user.tsx']

/** Screens drawn by the browser alone; each has a shell with its own title and scripts. */
export const appShells: readonly AppShell[] = [
  {
    path: '/login',
    name: 'Login',
    description: `Log in to ${clinic.name}.`,
    modules: [...signIn, 'auth/login-page.tsx'],
  },
  {
    path: '/signup',
    name: 'Sign Up',
    description: `Create your ${clinic.name} account.`,
    modules: [...signIn, 'auth/signup-page.tsx'],
  },
  {
    path: '/reset-password',
    name: 'Reset password',
    description: 'Choose a new password.',
    modules: [...signIn, 'auth/reset-password-page.tsx'],
  },
  {
    path: '/confirm-email',
    name: 'Confirm your email',
    description: 'Confirm the email of your account.',
    modules: [...signIn, 'auth/confirm-email-page.tsx'],
  },
  {
    path: '/appointment',
    name: 'Appointment',
    description: `Choose a day, a treatment and a time at ${clinic.fullName}.`,
    modules: [...signedIn, 'booking/appointment-page.tsx'],
  },
  {
    path: '/dashboard',
    name: 'Dashboard',
    description: 'Your appointments.',
    within: [
      '/dashboard/history',
      '/dashboard/review',
      '/dashboard/profile',
      '/dashboard/appointment/:id',
      '/dashboard/users',
      '/dashboard/adddoctor',
      '/dashboard/managedoctors',
      '/dashboard/audit',
    ],
    modules: [...signedIn, 'dashboard/dashboard-layout.tsx'],
  },
]
