import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { LEGAL_PAGES, LEGAL_TITLES, legalPath } from '#contract/legal/legal-titles.ts'
import { ABOUT_LINE } from '#contract/site/about-words.ts'
import { SERVICES_LINE } from '#contract/site/footer-words.ts'
import type { Prefetch } from '../lib/api/prefetch.ts'
import { type Page, pages } from './pages.ts'

// Facts about pages that only the server needs. Not in `pages.ts`, which browsers load.

/** The pattern of the legal pages' addresses, which is also the path of a call. */
export const LEGAL_PATTERN = '/legal/:page'

/**
 * The pages that the server sends: each legal page has an entry of its own, and other addresses of
 * the pattern are not found.
 */
export const servedPages: readonly Page[] = pages.flatMap((page) =>
  page.path === LEGAL_PATTERN
    ? [page, ...LEGAL_PAGES.map((name) => ({ ...page, path: legalPath(name) }))]
    : [page],
)

type Description = (clinic: ClinicDetails) => string

const NOT_FOUND = 'This page doesn’t exist.'

const after = (words: readonly string[]) => (words.length > 0 ? `: ${words.join(', ')}` : '')

/** By the paths of the pages. */
const DESCRIPTIONS: Record<string, Description> = {
  '/': ({ fullName, city, words }) =>
    `${fullName} in ${city}${after(words?.footer?.services ?? [SERVICES_LINE])}. Book an appointment online anytime.`,
  '/about': ({ fullName, words }) =>
    `Meet the team that cares for your child at ${fullName}${after(words?.about?.strengths.map(({ title }) => title) ?? [ABOUT_LINE])}.`,
  '/reviews': ({ fullName }) => `What families say about ${fullName}.`,
  '/contactus': ({ fullName, takesMessages }) =>
    `Call${takesMessages ? ', message' : ''} or visit ${fullName}.`,
  '/doctors': ({ fullName }) =>
    `Meet the pediatricians at ${fullName} and see what each one specializes in.`,
  '/times': ({ fullName, city }) =>
    `The next free appointments at ${fullName} in ${city}: days, times and prices of every treatment. Pick one and book it online.`,
  ...Object.fromEntries(
    LEGAL_PAGES.map((page): [string, Description] => [
      legalPath(page),
      ({ fullName }) => `${LEGAL_TITLES[page]} of ${fullName}.`,
    ]),
  ),
  [LEGAL_PATTERN]: () => NOT_FOUND,
  '*': () => NOT_FOUND,
  '/login': ({ name }) => `Log in to ${name}.`,
  '/signup': ({ name }) => `Create your ${name} account.`,
  '/reset-password': () => 'Choose a new password.',
  '/confirm-email': () => 'Confirm your email address.',
  '/unsubscribe': () => 'Turn off reminders of appointments.',
  '/recalls/stop': () => 'Stop emails about visits to book.',
  '/claim/:token': ({ fullName }) => `See your family’s appointments at ${fullName}.`,
  '/appointment': ({ fullName }) => `Choose a day, a treatment and a time at ${fullName}.`,
  '/invitation/:id': ({ fullName }) => `Look after children together at ${fullName}.`,
}

/** A page's description for search engines and link previews. */
export function descriptionOf({ path, area }: Page, clinic: ClinicDetails): string {
  if (area === 'dashboard' || area === 'workspace') return `Your account at ${clinic.fullName}.`
  const description = DESCRIPTIONS[path]
  if (!description) throw new Error(`The page ${path} has no description`)
  return description(clinic)
}

const PREFETCHES: Record<string, () => Promise<{ default: Prefetch }>> = {
  '/': () => import('../family/home/prefetch-home.ts'),
  '/times': () => import('../family/times/prefetch-times.ts'),
  '/doctors': () => import('../family/doctors/prefetch-team.ts'),
  [LEGAL_PATTERN]: async () => ({
    default: (await import('../family/legal/prefetch-legal.ts')).prefetchNoPage,
  }),
  ...Object.fromEntries(
    LEGAL_PAGES.map((page) => [
      legalPath(page),
      async () => ({
        default: (await import('../family/legal/prefetch-legal.ts')).prefetchLegal(page),
      }),
    ]),
  ),
  '/appointment': () => import('#web/both/booking/flow/prefetch-calendar.ts'),
}

/** The data that the server loads before it renders the page; nothing for most pages. */
export async function prefetchOf({ path, hasQueries }: Page): Promise<Prefetch | undefined> {
  if (!hasQueries) return undefined
  const load = PREFETCHES[path]
  if (!load) throw new Error(`The page ${path} has no data to prefetch`)
  return (await load()).default
}

/** The calls that every page of the dashboard and the workspace makes, and the calls of single pages. */
const DASHBOARD_REQUESTS = ['/admin/:email', '/email-settings']
const REQUESTS: Record<string, readonly string[]> = {
  '/dashboard': ['/config', '/appointments?patient=:email'],
  '/dashboard/children': ['/children'],
  '/dashboard/agenda': ['/config'],
}

/**
 * The API calls that a page makes as soon as its scripts run, which the browser starts earlier; `:email` is
 * the user's.
 */
export function requestsOf({ path, area }: Page): readonly string[] {
  if (area !== 'dashboard' && area !== 'workspace') return []
  return [...DASHBOARD_REQUESTS, ...(REQUESTS[path] ?? [])]
}
