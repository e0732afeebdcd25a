import { readdirSync, readFileSync } from 'node:fs'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { pages } from '#web/app/pages.ts'
import { routes } from '#web/app/routes.tsx'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { tokenFor } from '#web/family/auth/testing/outside-world.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { ClinicProvider } from '#web/lib/clinic.tsx'
import { clearSession, saveSession } from '#web/lib/session.ts'
import { fakeServer } from '#web/testing/admin-site.tsx'
import { findUnmarked, readTexts } from '#web/testing/pseudo-texts.ts'
import { familyAnswers, NAMES, RECORD } from './scenes/family-answers.ts'

/** Said by the server, which has its words from elsewhere. */
const REFUSAL = 'Nothing at'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

// All words are in a pseudo-language (`web/build/pseudo-words.ts`), so that text without its marks is
// not in words/.

beforeEach(() => {
  queryClient.clear()
  const server = fakeServer({ admin: false })
  Object.assign(server.answers, familyAnswers())
})

const USER = { ...parent, name: 'Hjolvi Brenqt' }

/** The texts of the page that have no marks. */
const unmarked = () =>
  findUnmarked(readTexts(), [...NAMES, USER.email]).filter((text) => !text.startsWith(REFUSAL))

const PARAMETERS: Record<string, string> = {
  ':page': 'privacy',
  ':id': RECORD,
  ':token': RECORD,
  '*': '/no',
}

/** Opens a page as a user, if it is for users. */
async function open(address: string, isForUsers: boolean) {
  clearSession()
  if (isForUsers) {
    saveSession({ accessToken: tokenFor(60), user: USER })
    provider.becomes(USER.email)
  }
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <ClinicProvider clinic={DEFAULT_CLINIC}>
      <RouterProvider router={router} />
    </ClinicProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  await quiet()
}

async function quiet() {
  await waitFor(() => expect(document.querySelector('[data-page-wait], .spinner')).toBeNull())
  await act(async () => undefined)
}

it('names of the pages are in no English text', () => {
  const folder = `${process.cwd()}/words/en`
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const english = files
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n')
  const words = NAMES.filter((name) => !name.startsWith('@')).flatMap(
    (name) => name.match(/\p{L}{2,}/gu) ?? [],
  )
  expect(words.filter((word) => english.includes(word))).toEqual([])
})

const families = pages.filter(({ area }) => area !== 'workspace')

it.each(families)('$path has no text outside words/', async ({ path, access }) => {
  await open(
    path.replaceAll(/:\w+|\*/g, (name) => PARAMETERS[name] ?? name),
    access === 'user',
  )
  expect(unmarked()).toEqual([])
})

/** Enough for every control of a page; the days of a calendar are alike. */
const MOST_PRESSES = 40
const CONTROLS = 'button:not(table button, [type=submit]), summary'

/** A control that was not pressed yet, of the dialog if one is open. */
function nextControl(pressed: ReadonlySet<string>): HTMLElement | undefined {
  const within = document.querySelector('dialog[open]') ?? document.querySelector('main')
  return [...(within?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].find(
    (control) => !control.matches(':disabled, [hidden] *') && !pressed.has(nameOf(control)),
  )
}

const nameOf = (control: HTMLElement) =>
  control.getAttribute('aria-label') ?? control.textContent ?? ''

it.each([
  '/appointment?date=2026-06-05&treatment=allergy&child=mia',
  '/appointment?date=2026-06-05&siblings=',
  '/dashboard',
  `/dashboard/appointment/${RECORD}`,
  '/dashboard/children',
  `/dashboard/offers/${RECORD}`,
  '/dashboard/profile',
  '/dashboard/waitlist',
  '/dashboard/waitlist?treatment=Oxtrofy',
  `/invitation/${RECORD}`,
])('nothing that opens on %s has a text outside words/', async (address) => {
  await open(address, true)
  const user = userEvent.setup({ delay: null })
  const pressed = new Set<string>()
  for (let count = 0; count < MOST_PRESSES; count++) {
    const control = nextControl(pressed)
    if (!control) break
    const name = nameOf(control)
    pressed.add(name)
    await user.click(control)
    await quiet()
    expect(unmarked(), `after ${name}`).toEqual([])
  }
  expect(pressed.size).toBeGreaterThan(0)
})
