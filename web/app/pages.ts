import { dashboardPages } from '../features/dashboard/dashboard-pages.ts'
import { clinic } from '../lib/clinic.ts'

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
}

export interface AppShell extends PageMeta {
  /**
   * What the build draws of it: `whole`, the scripts may wait for the first sign of use; `frame`,
   * its title and the room of the rest, until its code and its visitor are there; null, nothing.
   */
  drawn: 'whole' | 'frame' | null
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

const signIn = ['app/app-styles.tsx', 'features/auth/auth-layout.tsx']
const signedIn = [...signIn, 'features/auth/require-user.tsx']

const dashboardModules: Record<(typeof dashboardPages)[number]['path'], string[]> = {
  '/dashboard': ['features/dashboard/my-appointments-page.tsx'],
  '/dashboard/history': ['features/dashboard/history-page.tsx'],
  '/dashboard/review': ['features/dashboard/review-page.tsx'],
  '/dashboard/profile': ['features/profile/profile-page.tsx'],
  '/dashboard/appointment/:id': ['features/payment/payment-page.tsx'],
  '/dashboard/users': ['features/auth/require-admin.tsx', 'features/users/users-page.tsx'],
  '/dashboard/adddoctor': [
    'features/auth/require-admin.tsx',
    'features/manage-doctors/add-doctor-page.tsx',
  ],
  '/dashboard/managedoctors': [
    'features/auth/require-admin.tsx',
    'features/manage-doctors/manage-doctors-page.tsx',
  ],
  '/dashboard/audit': ['features/auth/require-admin.tsx', 'features/audit/audit-page.tsx'],
}

/** The screens of the app; each has a shell with its own title and scripts. */
export const appShells: readonly AppShell[] = [
  {
    path: '/login',
    name: 'Login',
    description: `Log in to ${clinic.name}.`,
    drawn: 'whole',
    modules: [...signIn, 'features/auth/login-page.tsx'],
  },
  {
    path: '/signup',
    name: 'Sign Up',
    description: `Create your ${clinic.name} account.`,
    drawn: 'whole',
    modules: [...signIn, 'features/auth/signup-page.tsx'],
  },
  {
    path: '/reset-password',
    name: 'Reset password',
    description: 'Choose a new password.',
    drawn: null,
    modules: [...signIn, 'features/auth/reset-password-page.tsx'],
  },
  {
    path: '/confirm-email',
    name: 'Confirm your email',
    description: 'Confirm the email of your account.',
    drawn: null,
    modules: [...signIn, 'features/auth/confirm-email-page.tsx'],
  },
  {
    path: '/appointment',
    name: 'Appointment',
    description: `Choose a day, a treatment and a time at ${clinic.fullName}.`,
    drawn: 'frame',
    modules: [
      'features/booking/appointment-frame.tsx',
      ...signedIn,
      'features/booking/appointment-page.tsx',
    ],
  },
  ...dashboardPages.map(
    ({ path, title }): AppShell => ({
      path,
      name: title,
      description: `Your account at ${clinic.fullName}.`,
      drawn: 'frame',
      modules: [
        'features/dashboard/dashboard-frame.tsx',
        ...signedIn,
        'features/dashboard/dashboard-layout.tsx',
        ...dashboardModules[path],
      ],
    }),
  ),
]
