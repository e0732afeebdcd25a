import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { LEGAL_PAGES, LEGAL_TITLES, legalPath } from '#contract/legal/legal-titles.ts'
import { line } from '#words/en/site/defaults/about.ts'
import { servicesLine } from '#words/en/site/defaults/footer.ts'
import * as words from '#words/en/site/descriptions.ts'
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

/** By the paths of the pages. */
const DESCRIPTIONS: Record<string, Description> = {
  '/': ({ fullName: clinic, city, words: own }) => {
    const services = own?.footer?.services ?? [servicesLine]
    return services.length > 0
      ? words.homeOffering({ clinic, city }, services.join(', '))
      : words.home({ clinic, city })
  },
  '/about': ({ fullName, words: own }) => {
    const strengths = own?.about?.strengths.map(({ title }) => title) ?? [line]
    return strengths.length > 0
      ? words.aboutStrengths(fullName, strengths.join(', '))
      : words.about(fullName)
  },
  '/reviews': ({ fullName }) => words.reviews(fullName),
  '/contactus': ({ fullName, takesMessages }) =>
    takesMessages ? words.contactByMessage(fullName) : words.contact(fullName),
  '/doctors': ({ fullName }) => words.doctors(fullName),
  '/times': ({ fullName: clinic, city }) => words.times({ clinic, city }),
  ...Object.fromEntries(
    LEGAL_PAGES.map((page): [string, Description] => [
      legalPath(page),
      ({ fullName }) => words.legal(LEGAL_TITLES[page], fullName),
    ]),
  ),
  [LEGAL_PATTERN]: () => words.notFound,
  '*': () => words.notFound,
  '/login': ({ name }) => words.logIn(name),
  '/signup': ({ name }) => words.signUp(name),
  '/reset-password': () => words.resetPassword,
  '/confirm-email': () => words.confirmEmail,
  '/unsubscribe': () => words.unsubscribe,
  '/recalls/stop': () => words.stopRecalls,
  '/claim/:token': ({ fullName }) => words.claim(fullName),
  '/appointment': ({ fullName }) => words.appointment(fullName),
  '/invitation/:id': ({ fullName }) => words.invitation(fullName),
}

/** A page's description for search engines and link previews. */
export function descriptionOf({ path, area }: Page, clinic: ClinicDetails): string {
  if (area === 'dashboard' || area === 'workspace') return words.account(clinic.fullName)
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
