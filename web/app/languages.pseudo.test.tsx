import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { SAMPLE_DOCTORS } from '#contract/site/team-words.ts'
import { SAMPLE_TESTIMONIALS } from '#contract/site/testimonial-words.ts'
import { SAMPLE_TREATMENTS } from '#contract/site/treatment-words.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { config, mia, treatments } from '#web/both/booking/testing/fake-clinic.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { tokenFor } from '#web/family/auth/testing/outside-world.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { clearSession, saveSession } from '#web/lib/session.ts'
import { fakeServer } from '#web/testing/admin-site.tsx'
import { pages } from './pages.ts'
import { routes } from './routes.tsx'

const WORD = /[a-z]{2,}/gi
/** Said by the server, which has its words from elsewhere. */
const REFUSAL = 'Nothing at'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

// All words are in a pseudo-language (`web/build/pseudo-words.ts`), so that text without its marks is
// not in words/.

beforeEach(() => {
  queryClient.clear()
  const server = fakeServer({ admin: false })
  server.answers['GET /config'] = () => Response.json(config)
  server.answers['GET /available'] = () => Response.json(treatments)
})

/** What the clinic and its users call themselves and their treatments, in every language. */
const NAMES = new Set(
  JSON.stringify([
    DEFAULT_CLINIC,
    [SAMPLE_DOCTORS, SAMPLE_TESTIMONIALS, SAMPLE_TREATMENTS],
    [treatments, mia, parent],
    ['Nutrition Treatment', 'Facebook', 'Instagram', 'Twitter', 'LinkedIn'],
  ]).match(WORD),
)
/** In dates and times, which `Intl` writes. */
const DATES =
  /\b(?:[AP]M|(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day|Su|Mo|Tu|We|Th|Fr|Sa|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*)\b/g

/** Whether a text has words that are neither marked nor a name nor a date. */
function isEnglish(text: string): boolean {
  if (/[[\]~\u00c0-\u017f]/.test(text)) return false
  const said = text.replaceAll(DATES, '').match(WORD) ?? []
  return said.some((word) => !NAMES.has(word)) && !text.startsWith(REFUSAL)
}

/** The texts of the page that have no marks. */
function unmarked(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '')
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of ['aria-label', 'alt', 'title', 'placeholder', 'aria-description']) {
      found.push(element.getAttribute(name) ?? '')
    }
  }
  return [...new Set(found.map((text) => text.trim()).filter(isEnglish))]
}

const PARAMETERS: Record<string, string> = {
  ':page': 'privacy',
  ':id': 'a',
  ':token': 'b',
  '*': '/no',
}
const families = pages.filter(({ area }) => area !== 'workspace')

it.each(families)('$path has no text outside words/', async ({ path, access }) => {
  clearSession()
  if (access === 'user') {
    saveSession({ accessToken: tokenFor(60), user: parent })
    provider.becomes(parent.email)
  }
  const address = path.replaceAll(/:\w+|\*/g, (name) => PARAMETERS[name] ?? name)
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <ClinicProvider clinic={DEFAULT_CLINIC}>
      <RouterProvider router={router} />
    </ClinicProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.querySelector('[data-page-wait], .spinner')).toBeNull())
  await act(async () => undefined)
  expect(unmarked()).toEqual([])
})
