import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DESK_ACTIONS, type DeskAction } from '#web/desk/workspace/desk-actions.ts'
import { fakeServer, openAdminPage } from '#web/testing/admin-site.tsx'
import HelpPage from './help-page.tsx'
import { QUESTIONS } from './questions.ts'

async function open() {
  fakeServer()
  const opened = openAdminPage('/dashboard/help', HelpPage)
  await screen.findByRole('heading', { name: 'Help' })
  return opened
}

it('answers twenty questions', () => {
  expect(QUESTIONS).toHaveLength(20)
})

// The first click is on Help, in the bar of every page.
it.each(QUESTIONS)(
  'links to the answer of “$text” with the second click',
  async ({ text, actions }) => {
    const { user, site } = await open()
    const rows = within(screen.getByRole('list', { name: 'Questions' })).getAllByRole('listitem')
    const row = rows.find((each) => within(each).queryByText(text))
    if (!row || !actions[0]) throw new Error(`“${text}” has no answer`)
    const action: DeskAction = DESK_ACTIONS[actions[0]]
    if ('run' in action) {
      await user.click(within(row).getByRole('button', { name: action.label }))
      expect(localStorage.getItem('sprout.locked')).toContain('ada@example.com')
      localStorage.removeItem('sprout.locked')
      return
    }
    await user.click(within(row).getByRole('link', { name: action.label }))
    const { pathname, search, hash, state } = site.location
    expect(pathname + search + hash).toBe(action.to)
    expect(state ?? undefined).toEqual(action.state)
  },
)

it('lists the shortcuts', async () => {
  await open()
  expect(screen.getByRole('region', { name: 'On an appointment' })).toHaveTextContent('AArrived')
})

const found = () =>
  within(screen.getByRole('list', { name: 'Found' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

it.each([
  ['squeeze in', 'Squeeze in', 'A family comes without an appointment'],
  ['take cash', 'Not paid today', 'A family arrives'],
])('finds actions and tasks of the handbook for “%s”', async (typed, action, task) => {
  const { user, site } = await open()
  await user.type(screen.getByRole('searchbox', { name: /^Find an action/ }), `${typed}{Enter}`)
  expect(await screen.findByRole('status')).toHaveTextContent(`answers for “${typed}”`)
  expect(found()).toEqual(expect.arrayContaining([action, task]))
  await user.click(within(screen.getByRole('list', { name: 'Found' })).getByText(task))
  expect(site.location.pathname + site.location.hash).toBe(
    `/dashboard/help/receptionist#${task.toLowerCase().replaceAll(' ', '-')}`,
  )
})

it('says that it has found nothing', async () => {
  const { user } = await open()
  await user.type(screen.getByRole('searchbox', { name: /^Find an action/ }), 'unicorn{Enter}')
  expect(await screen.findByText(/^Nothing found for “unicorn”/)).toBeVisible()
})
