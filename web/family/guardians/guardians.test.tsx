import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Child } from '#contract/guardians/children.ts'
import type { Guardian, SentInvitation } from '#contract/guardians/guardians.ts'
import { mia as anyMia } from '#web/both/booking/testing/fake-clinic.ts'
import ChildrenPage from '#web/family/children/children-page.tsx'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'

beforeAll(() =>
  Promise.all([
    import('#web/family/children/guardians/guardians-section.tsx'),
    import('#web/family/children/guardians/invite-form.tsx'),
  ]),
)
const all = { mayBook: true, mayPay: true, receivesEmail: true }
const mia: Child = { ...anyMia, _id: '01890a5d-ac96-774b-bcce-000000000001' }
const ben: Child = { ...mia, _id: '01890a5d-ac96-774b-bcce-000000000002', name: 'Ben' }
const hannah: Guardian = {
  _id: 'hannah',
  name: 'Hannah Engel',
  email: 'hannah@example.com',
  isYou: true,
  isOwner: true,
  ...all,
}
const tom: Guardian = {
  ...hannah,
  _id: 'tom',
  name: 'Tom Engel',
  email: 'tom@example.com',
  isYou: false,
  isOwner: false,
  mayPay: false,
}
const invitation: SentInvitation = {
  _id: '01890a5d-ac96-774b-bcce-000000000003',
  email: 'grandma@example.com',
  state: 'open',
  until: '2026-06-19T12:00:00.000Z',
  mayBook: false,
  mayPay: false,
  receivesEmail: false,
}

/** Opens My Children and what manages Mia; the server keeps what the test changes in `list`. */
async function open(
  guardians: Guardian[],
  invitations: SentInvitation[] = [],
  ...children: Child[]
) {
  const server = fakeServer()
  const list = { guardians, invitations }
  const kept = { children: children.length > 0 ? children : [mia] }
  server.answers['GET /children'] = () =>
    Response.json({ today: '2026-06-05', children: kept.children })
  for (const { _id } of [mia, ben]) {
    server.answers[`GET /children/${_id}/guardians`] = () => Response.json(list)
  }
  const { user } = openAdminPage('/dashboard/children', ChildrenPage)
  const manage = await screen.findByRole('button', { name: 'Manage Mia' })
  if (manage.getAttribute('aria-expanded') === 'false') await user.click(manage)
  return { server, list, kept, user }
}

const section = () => screen.findByRole('region', { name: 'Mia’s guardians' })

describe('the guardians of a child', () => {
  it('are listed with their rights, and the invitations with until when', async () => {
    await open([hannah, tom], [invitation])
    const [you, other, invited] = within(await section()).getAllByRole('listitem')
    expect(you).toHaveTextContent('Hannah Engel (you)Owner. Can book, pay, and get emails.')
    expect(other).toHaveTextContent('Tom Engeltom@example.comCan book and get emails.')
    expect(invited).toHaveTextContent('grandma@example.com')
    expect(invited).toHaveTextContent(
      'can accept until Fri, Jun 19, 2026. Can only see appointments.',
    )
  })

  it('get other rights from an owner, who may make them an owner', async () => {
    const { server, list, user } = await open([hannah, tom])
    server.answers[`PUT /children/${mia._id}/guardians/tom`] = ({ body }) => {
      list.guardians = [hannah, { ...tom, ...(body as object), mayPay: true }]
      return Response.json(list.guardians[1])
    }
    const change = await screen.findByRole('button', {
      name: 'Change what Tom Engel may do for Mia',
    })
    await user.click(change)
    const form = within(screen.getByRole('form', { name: 'What Tom Engel may do' }))
    await user.click(form.getByRole('checkbox', { name: 'Get emails about appointments' }))
    await user.click(form.getByRole('checkbox', { name: 'Owner' }))
    // Owners always may.
    expect(form.getByRole('checkbox', { name: /^Pay/ })).toBeChecked()
    expect(form.getByRole('checkbox', { name: /^Pay/ })).toBeDisabled()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await within(await section()).findByText('Owner. Can book and pay.')).toBeVisible()
    expect(change).toHaveFocus()
    const [call] = server.callsOf('PUT', `/children/${mia._id}/guardians/tom`)
    expect(call?.body).toMatchObject({ isOwner: true, mayBook: true, receivesEmail: false })
  })

  it.each([
    ['removed by an owner', 'Remove Tom Engel from Mia', 'Remove Tom Engel?', hannah, tom],
    ['left by themselves', 'Leave Mia', 'Leave Mia’s guardians?', { ...tom, isYou: true }, tom],
  ])('are %s after a question', async (_, name, question, viewer, gone) => {
    const others = viewer === hannah ? [hannah, tom] : [{ ...hannah, isYou: false }, viewer]
    const child = { ...mia, isOwner: viewer.isOwner }
    const { server, list, kept, user } = await open(others, [], child)
    const path = `/children/${mia._id}/guardians/${gone._id}`
    server.answers[`DELETE ${path}`] = () => refusal(409, 'Not now.')
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(screen.getByRole('dialog', { name: question }))
    expect(dialog.getByText(/will no longer see Mia and the appointments/)).toBeVisible()
    const [confirm = ''] = name.split(' ')
    await user.click(dialog.getByRole('button', { name: confirm }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Not now.')
    server.answers[`DELETE ${path}`] = () => {
      list.guardians = [hannah]
      if (gone._id === viewer._id) kept.children = []
      return Response.json({ outcome: 'removed' })
    }
    await user.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByText('Tom Engel')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('cannot leave as the only owner, and are told how', async () => {
    await open([hannah, tom])
    expect(await screen.findByText(/make another guardian an owner first/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Leave Mia' })).toBeNull()
  })

  it('without the right to book get no link, and the name of the person to ask', async () => {
    const viewer = { ...tom, isYou: true, mayBook: false }
    await open([{ ...hannah, isYou: false, email: undefined }, viewer], [], {
      ...mia,
      isOwner: false,
      mayBook: false,
    })
    const reason = 'You can’t book for Mia. Ask Hannah Engel to allow it.'
    expect(await screen.findByText(/^You can’t book for/)).toHaveTextContent(reason)
    expect(screen.queryByRole('link', { name: /appointment/i })).toBeNull()
    expect(screen.queryByRole('button', { name: /Change|Remove|Invite/ })).toBeNull()
  })
})

describe('an invitation', () => {
  it('is sent for the chosen children, after what is wrong was said', async () => {
    const ida = { ...ben, _id: 'other', name: 'Ida', isOwner: false }
    const { server, list, user } = await open([hannah], [], mia, ben, ida)
    const message = 'This is your own email address.'
    server.answers['POST /guardian-invitations'] = () =>
      refusal(409, message, { issues: [{ path: 'email', message }] })
    const button = await screen.findByRole('button', { name: 'Invite a guardian' })
    await user.click(button)
    const form = within(await screen.findByRole('form', { name: 'Invite a guardian' }))
    expect(form.queryByRole('checkbox', { name: 'Ida' })).toBeNull()
    await user.click(form.getByRole('checkbox', { name: 'Ben' }))
    await user.click(form.getByRole('checkbox', { name: 'Mia' }))
    await user.type(form.getByLabelText('Their email'), 'hannah@example.com')
    await user.click(form.getByRole('button', { name: 'Send invitation' }))
    expect(await form.findByText('Choose at least one child')).toBeVisible()
    await user.click(form.getByRole('checkbox', { name: 'Mia' }))
    await user.click(form.getByRole('button', { name: 'Send invitation' }))
    expect(await form.findByText(message)).toBeVisible()

    server.answers['POST /guardian-invitations'] = () => {
      list.invitations = [invitation]
      return Response.json(invitation, { status: 201 })
    }
    await user.clear(form.getByLabelText('Their email'))
    await user.type(form.getByLabelText('Their email'), 'grandma@example.com')
    await user.click(form.getByRole('checkbox', { name: /^Pay/ }))
    await user.click(form.getByRole('button', { name: 'Send invitation' }))
    expect(await within(await section()).findByText(/can accept until/)).toBeVisible()
    expect(button).toHaveFocus()
    const calls = server.callsOf('POST', '/guardian-invitations')
    expect(calls.at(-1)?.body).toEqual({
      email: 'grandma@example.com',
      children: [mia._id],
      mayBook: true,
      mayPay: false,
      receivesEmail: true,
    })
  })

  it('can be withdrawn', async () => {
    const { server, list, user } = await open([hannah], [invitation])
    server.answers[`DELETE /guardian-invitations/${invitation._id}`] = () => {
      list.invitations = []
      return Response.json({ ...invitation, state: 'revoked' })
    }
    const name = 'Withdraw the invitation to grandma@example.com'
    await user.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText(/is withdrawn$/)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Mia’s guardians' })).toHaveFocus(),
    )
  })
})
