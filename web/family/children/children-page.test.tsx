import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Child } from '#contract/guardians/children.ts'
import { unpaid } from '#machines/testing/payment/payment-walks.ts'
import { mia } from '#web/both/booking/testing/fake-clinic.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import ChildrenPage from './children-page.tsx'

const ben: Child = { ...mia, _id: 'ben', name: 'Ben' }

const visit = { ...unpaid, date: 'Jun 9, 2026', child: { _id: mia._id, name: mia.name } }

/** Opens the page of a user with these children; the server keeps what is saved. */
function open(...children: Child[]) {
  const server = fakeServer()
  const kept = { children }
  server.answers['GET /children'] = () =>
    Response.json({ today: '2026-06-05', children: kept.children })
  for (const { _id } of [mia, ben]) {
    server.answers[`GET /children/${_id}/guardians`] = () =>
      Response.json({ guardians: [], invitations: [] })
  }
  const { user } = openAdminPage('/dashboard/children', ChildrenPage)
  return { server, kept, user }
}

type User = ReturnType<typeof open>['user']

/** Opens what an owner can do with the child. */
async function manage(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: `Manage ${name}` }))
}

it('says that there are none, and adds one', async () => {
  const { server, kept, user } = open()
  server.answers['POST /children'] = ({ body }) => {
    kept.children = [{ ...mia, ...(body as object) }]
    return Response.json(kept.children[0], { status: 201 })
  }
  expect(await screen.findByRole('heading', { name: 'No children yet' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add a child' }))
  const form = within(await screen.findByRole('form', { name: 'Add a child' }))
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(await form.findByText('Name is required')).toBeVisible()
  expect(form.getByText('Birth date is required')).toBeVisible()
  await user.type(form.getByLabelText('Child’s name'), 'Mia')
  await user.type(form.getByLabelText('Month'), 'Feb')
  expect(form.getByText('Enter the month as a number, like 6.')).toBeVisible()
  expect(form.getByLabelText('Month')).toHaveValue('')
  expect(form.getByLabelText('Month')).toBeInvalid()
  expect(form.getByLabelText('Day')).toBeValid()
  await user.type(form.getByLabelText('Month'), '2')
  expect(form.queryByText('Enter the month as a number, like 6.')).toBeNull()
  await user.type(form.getByLabelText('Day'), '30')
  await user.type(form.getByLabelText('Year'), '2021')
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(await form.findByText(/^Enter a real date/)).toBeVisible()
  expect(form.getByLabelText('Month')).toHaveFocus()
  await user.type(form.getByLabelText('Month'), '{Backspace}6')
  await user.type(form.getByLabelText('Day'), '{Backspace}{Backspace}5')
  await user.click(form.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('heading', { name: 'Mia' })).toBeVisible()
  expect(screen.getByText('Born Jun 5, 2021 · 5 years')).toBeVisible()
  expect(server.callsOf('POST', '/children')[0]?.body).toEqual({
    name: 'Mia',
    birthDate: '2021-06-05',
  })
})

it('shows the server’s objection at its field and keeps what was typed', async () => {
  const { server, user } = open(mia)
  const message = 'You already have a child with this name and birth date.'
  server.answers[`PUT /children/${mia._id}`] = () =>
    refusal(409, message, { issues: [{ path: 'name', message }] })
  await manage(user, 'Mia')
  await user.click(await screen.findByRole('button', { name: 'Edit Mia' }))
  const name = await screen.findByLabelText('Child’s name')
  await user.type(name, ' Lou')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(name).toHaveAccessibleDescription(expect.stringContaining(message))
  expect(name).toHaveValue('Mia Lou')
})

it.each([
  ['deleted', 'Mia is removed', 'POST /children'],
  ['archived', 'Mia is archived', `PUT /children/${mia._id}`],
] as const)('removes a child that is then %s, and can undo it', async (outcome, text, undo) => {
  const { server, kept, user } = open(mia, ben)
  server.answers[`DELETE /children/${mia._id}`] = () => {
    kept.children = [ben]
    return Response.json({ outcome })
  }
  server.answers[undo] = () => {
    kept.children = [mia, ben]
    return Response.json(mia)
  }
  await manage(user, 'Mia')
  await user.click(await screen.findByRole('button', { name: 'Remove Mia' }))
  expect(await screen.findByText(text)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Mia' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('heading', { name: 'Mia' })).toBeVisible()
})

it('brings an archived child back, and lets only owners change one', async () => {
  const { server, kept, user } = open({ ...mia, archived: true }, { ...ben, isOwner: false })
  server.answers[`PUT /children/${mia._id}`] = () => {
    kept.children = [mia]
    return Response.json(mia)
  }
  expect(await screen.findByRole('heading', { name: 'Ben' })).toBeVisible()
  await manage(user, 'Ben')
  expect(await screen.findByRole('region', { name: 'Ben’s guardians' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit Ben' })).toBeNull()
  await user.click(screen.getByText('Archived (1)'))
  await user.click(screen.getByRole('button', { name: 'Bring back Mia' }))
  expect(await screen.findByRole('heading', { name: 'Mia' })).toBeVisible()
})

it.each([
  ['two children', [mia, ben], true],
  ['one', [mia], false],
  ['an archived one', [mia, { ...ben, archived: true }], false],
  ['one that others book for', [mia, { ...ben, mayBook: false }], false],
  ['an adult', [mia, { ...ben, birthDate: '2008-06-05' }], false],
])('offers to book for several children with %s: %#', async (_, children, isOffered) => {
  open(...children)
  await screen.findByRole('heading', { name: 'Mia' })
  const link = screen.queryByRole('link', { name: 'Book for several children' })
  expect(link?.getAttribute('href')).toBe(isOffered ? '/appointment?siblings=' : undefined)
})

it('has one main action: to book for the first child without an upcoming visit', async () => {
  const { server, user } = open(mia, ben)
  server.answers['GET /appointments'] = () => Response.json([visit])
  await screen.findByText(/^Next visit/)
  expect(screen.getByRole('link', { name: 'Book for Mia' })).toHaveClass('button-secondary')
  const main = screen.getByRole('link', { name: 'Book for Ben' })
  expect(main).not.toHaveClass('button-secondary')
  expect(main).toHaveAttribute('href', '/appointment?child=ben')
  await manage(user, 'Ben')
  await user.click(screen.getByRole('button', { name: 'Edit Ben' }))
  await screen.findByRole('form', { name: 'Edit Ben' })
  expect(main).toHaveClass('button-secondary')
})
