import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ListedUser, usersQuery } from '#contract/identity/users.ts'
import { NOVAK } from '#web/desk/doctors/testing/novak.ts'
import { provider } from '#web/family/auth/testing/fake-provider.ts'
import { readSession } from '#web/lib/session.ts'
import { admin, fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import { onScreen } from '#web/testing/screen-width.ts'
import UsersPage from './users-page.tsx'

vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

function listed(name: string, fields: Partial<ListedUser> = {}): ListedUser {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`
  return {
    _id: `id of ${name}`,
    email,
    name,
    photo: null,
    role: 'patient',
    emailVerified: true,
    twoStep: false,
    joined: '2026-06-05T12:00:00.000Z',
    appointments: 0,
    ...fields,
  }
}
const ada = listed('Ada Admin', { role: 'admin' })
const maya = listed('Maya Miller', { appointments: 3 })
const tom = listed('Tom Tailor')

let users: ListedUser[]
let server: ReturnType<typeof fakeServer>

/** Answers as the server does, with two users per page. */
function page(total: number, shown: readonly ListedUser[]) {
  return Response.json(shown, { headers: { 'x-total-count': String(total) } })
}

beforeEach(() => {
  users = [tom, maya, ada]
  server = fakeServer()
  server.answers['GET /users'] = ({ url }) => {
    const search = url.searchParams.get('search') ?? ''
    const found = users.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    return page(found.length, found)
  }
  provider.becomes(admin.email)
  onScreen('wide')
})

const open = (address = '/dashboard/users') => openAdminPage(address, UsersPage)
const rowOf = async (name: string) =>
  within(await screen.findByRole('row', { name: new RegExp(name) }))
const searches = () =>
  server.callsOf('GET', '/users').map(({ url }) => Object.fromEntries(url.searchParams))

describe('all users', () => {
  it('are a table with role, date of joining and number of appointments', async () => {
    const answer = server.holdBack('GET /users')
    open()
    expect(await screen.findByText('Loading users')).toBeInTheDocument()
    answer(page(3, users))
    const table = await screen.findByRole('table', { name: 'All users' })
    const cells = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].slice(0, 4).map(({ textContent }) => textContent))
    expect(cells).toEqual([
      ['User', 'Role', 'Joined', 'Appointments'],
      ['Tom Tailortom@example.com', 'Patient', 'Jun 5, 2026', '0'],
      ['Maya Millermaya@example.com', 'Patient', 'Jun 5, 2026', '3'],
      ['Ada Admin (you)ada@example.com', 'Admin', 'Jun 5, 2026', '0'],
    ])
    expect((await rowOf('Ada')).getByRole('button', { name: 'Admin' })).toBeDisabled()
    expect(screen.getByText('3 users')).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
  })

  it('are cards with the same content on small screens', async () => {
    onScreen('small')
    open()
    const [card] = within(await screen.findByRole('list', { name: 'All users' })).getAllByRole(
      'listitem',
    )
    expect(card).toHaveTextContent(
      'Tom Tailortom@example.comRolePatientJoinedJun 5, 2026Appointments0Make Admin',
    )
  })

  it('are shown by tab, staff by role, too, combined with the search', async () => {
    const { user, site } = open('/dashboard/users?search=a&page=2')
    const tabs = within(await screen.findByRole('navigation', { name: 'Users' }))
    await user.click(tabs.getByRole('link', { name: 'Clinic staff' }))
    await waitFor(() =>
      expect(searches().at(-1)).toEqual({ search: 'a', role: 'clinic', page: '1' }),
    )
    await user.selectOptions(screen.getByLabelText('Role'), 'Admin')
    await waitFor(() =>
      expect(searches().at(-1)).toEqual({ search: 'a', role: 'admin', page: '1' }),
    )
    expect(site.location.search).toBe('?search=a&role=admin')
    const staff = tabs.getByRole('link', { name: 'Clinic staff' })
    expect(staff).toHaveAttribute('aria-current', 'page')
    await user.selectOptions(screen.getByLabelText('Role'), 'All roles')
    await waitFor(() => expect(site.location.search).toBe('?search=a&role=clinic'))

    await user.click(tabs.getByRole('link', { name: 'Families' }))
    await waitFor(() =>
      expect(searches().at(-1)).toEqual({ search: 'a', role: 'patient', page: '1' }),
    )
    expect(screen.queryByLabelText('Role')).not.toBeInTheDocument()
    await user.click(tabs.getByRole('link', { name: 'Everyone' }))
    await waitFor(() => expect(searches().at(-1)).toEqual({ search: 'a', page: '1' }))
  })

  it('are searched while typing, and the URL keeps the search', async () => {
    const { user, site } = open()
    await rowOf('Tom')
    const field = screen.getByLabelText('Search by name or email')
    for (const value of ['m', 'ma', 'may']) fireEvent.change(field, { target: { value } })
    expect(await screen.findByText('1 user found for “may”')).toBeVisible()
    expect(screen.queryByText('Tom Tailor')).not.toBeInTheDocument()
    expect(site.location.search).toBe('?search=may')
    // Not for every keystroke.
    expect(searches()).toEqual([
      { search: '', page: '1' },
      { search: 'may', page: '1' },
    ])

    await user.type(field, 'o{Enter}')
    expect(await screen.findByRole('heading', { name: 'No users found' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show all users' }))
    await rowOf('Tom')
    expect(site.location.search).toBe('')
    expect(field).toHaveValue('')
  })

  it('are paged, and the URL keeps the page', async () => {
    server.answers['GET /users'] = ({ url }) =>
      page(45, [url.searchParams.get('page') === '2' ? maya : tom])
    const { user, site } = open('/dashboard/users?search=m&page=1')
    await rowOf('Tom')
    expect(screen.getByText('Page 1 of 3')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Previous' })).not.toBeInTheDocument()
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await rowOf('Maya')
    expect(site.location.search).toBe('?search=m&page=2')
    // The links are below the list; the next page should be shown from its top.
    expect(shown.mock.contexts).toEqual([screen.getByRole('region', { name: 'Users' })])
    expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute(
      'href',
      '/dashboard/users?search=m&page=1',
    )
  })

  it.each(['9', '99999999'])(
    'redirects from page %s, which does not exist, to the last one',
    async (missing) => {
      server.answers['GET /users'] = ({ url }) => {
        const asked = usersQuery.parse(Object.fromEntries(url.searchParams)).page
        return page(25, asked === 2 ? [maya] : [])
      }
      const { site } = open(`/dashboard/users?page=${missing}`)
      await rowOf('Maya')
      expect(site.location.search).toBe('?page=2')
    },
  )

  it('can be retried after a failure', async () => {
    server.answers['GET /users'] = () => refusal(400, 'Not today')
    const { user } = open()
    expect(await screen.findByRole('alert')).toHaveTextContent('Not today')
    server.answers['GET /users'] = () => page(1, [maya])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await rowOf('Maya')
    expect(screen.getByText('1 user')).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
  })
})

/** Presses a button in Maya's row; returns the button that confirms. */
async function ask(user: ReturnType<typeof open>['user']) {
  await user.click((await rowOf('Maya')).getByRole('button', { name: 'Make Admin: Maya Miller' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Make Maya Miller an admin?' }))
  return dialog.getByRole('button', { name: 'Make Admin' })
}

describe('Make Admin', () => {
  it('sends one request, however fast it is pressed', async () => {
    const answer = server.holdBack('PUT /user/admin/maya@example.com')
    const { user } = open()
    const button = await ask(user)
    for (const _press of ['first', 'second']) {
      button.click()
      // What a browser does between two queued clicks.
      for (let microtask = 0; microtask < 10; microtask += 1) await null
    }
    answer(Response.json({ modifiedCount: 1 }))
    expect(await screen.findByText('Successfully made an admin')).toBeVisible()
    expect(server.callsOf('PUT', '/user/admin/maya@example.com')).toHaveLength(1)
  })

  it('makes a user an admin unless it is canceled, and the focus stays in the row', async () => {
    server.answers['PUT /user/admin/maya@example.com'] = () => {
      users = [tom, { ...maya, role: 'admin' }, ada]
      return Response.json({ modifiedCount: 1 })
    }
    const { user } = open()
    await ask(user)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(server.callsOf('PUT', '/user/admin/maya@example.com')).toEqual([])
    await user.click(await ask(user))
    expect(await screen.findByText('Successfully made an admin')).toBeVisible()
    const row = await rowOf('Maya')
    expect(await row.findByRole('button', { name: 'Admin' })).toBeDisabled()
    expect(row.getByRole('group', { name: 'Actions for Maya Miller' })).toHaveFocus()
    expect((await rowOf('Tom')).getByRole('button', { name: /^Make Admin/ })).toBeEnabled()
  })

  it.each([
    [404, 'No such user'],
    [403, 'Not yours'],
  ])('shows only a toast if it is refused with %d', async (status, message) => {
    server.answers['PUT /user/admin/maya@example.com'] = () => refusal(status, message)
    const { user } = open()
    await user.click(await ask(user))
    expect(await screen.findByText('Failed to make an Admin')).toBeVisible()
    expect((await rowOf('Maya')).getByRole('button', { name: /^Make Admin/ })).toBeEnabled()
    expect(readSession()).not.toBeNull()
  })
})

describe('two-step verification', () => {
  const resetOf = (name: string) =>
    screen.queryByRole('button', { name: `Turn off two-step verification: ${name}` })

  it('is turned off for a reason, and the focus stays in the row', async () => {
    const nora = listed('Nora Nophone', { twoStep: true })
    users = [ada, nora]
    server.answers['POST /user/nora@example.com/second-factor-reset'] = () => {
      users = [ada, { ...nora, twoStep: false }]
      return Response.json({ modifiedCount: 1 })
    }
    const { user } = open()
    await rowOf('Nora')
    await user.click(resetOf('Nora Nophone') ?? document.body)
    const question = 'Turn off two-step verification for Nora Nophone?'
    const dialog = within(screen.getByRole('dialog', { name: question }))
    expect(dialog.getByRole('button', { name: 'Turn off' })).toBeDisabled()
    await user.selectOptions(dialog.getByLabelText('Reason'), 'They lost the phone')
    await user.click(dialog.getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('Two-step verification is off for Nora Nophone')).toBeVisible()
    const [call] = server.callsOf('POST', '/user/nora@example.com/second-factor-reset')
    expect(call?.body).toEqual({ reason: 'phone_lost' })
    await waitFor(() => expect(resetOf('Nora Nophone')).toBeNull())
    expect(screen.getByRole('group', { name: 'Actions for Nora Nophone' })).toHaveFocus()
  })

  it('is not offered where it is off, nor for the own account', async () => {
    users = [{ ...ada, twoStep: true }, tom]
    open()
    await rowOf('Ada')
    expect([resetOf('Ada Admin'), resetOf('Tom Tailor')]).toEqual([null, null])
  })
})

/** Opens the menu of a user's roles and selects one. */
async function chooseRole(user: ReturnType<typeof open>['user'], item: string, name: string) {
  await user.click(await screen.findByRole('button', { name: `Change role: ${name}` }))
  await user.click(screen.getByRole('button', { name: `${item}: ${name}` }))
}

const menuOf = async (user: ReturnType<typeof open>['user'], name: string) => {
  await user.click(await screen.findByRole('button', { name: `Change role: ${name}` }))
  const items = within(screen.getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  await user.keyboard('{Escape}')
  return items
}

describe('roles', () => {
  it('are in a menu with the roles that the user can get', async () => {
    users = [ada, tom, listed('Sam Staff', { role: 'staff' })]
    const { user } = open()
    expect(await menuOf(user, 'Tom Tailor')).toEqual([
      'Make Admin',
      '',
      'Make staff',
      'Make doctor',
      '',
    ])
    expect(await menuOf(user, 'Sam Staff')).toEqual(['Make Admin', '', 'Remove staff', ''])
    expect(screen.getByRole('button', { name: 'Change role: Sam Staff' })).toHaveFocus()
  })

  it('marks unconfirmed emails and does not offer to promote them', async () => {
    users = [ada, listed('Una Unconfirmed', { emailVerified: false })]
    const { user } = open()
    const row = await rowOf('Una')
    await user.click(row.getByRole('button', { name: 'Change role: Una Unconfirmed' }))
    for (const role of ['staff', 'doctor']) {
      expect(row.getByRole('button', { name: `Make ${role}: Una Unconfirmed` })).toBeDisabled()
    }
    expect(row.getByText('Email not confirmed')).toBeVisible()
    expect(row.getByRole('button', { name: 'Make Admin: Una Unconfirmed' })).toBeDisabled()
    expect((await rowOf('Ada')).queryByText('Email not confirmed')).not.toBeInTheDocument()
  })

  it.each([
    ['admin', 'an admin'],
    ['staff', 'staff'],
    ['doctor', 'a doctor'],
  ] as const)('makes %s a patient again after a confirmation', async (role, who) => {
    const other = listed('Otto Other', { role })
    users = [ada, other]
    server.answers[`DELETE /user/${role}/otto@example.com`] = () => {
      users = [ada, { ...other, role: 'patient' }]
      return Response.json({ modifiedCount: 1 })
    }
    const { user } = open()
    await chooseRole(user, `Remove ${role}`, 'Otto Other')
    const dialog = within(screen.getByRole('dialog', { name: `Remove ${role}: Otto Other?` }))
    await user.click(dialog.getByRole('button', { name: `Remove ${role}` }))
    expect(await screen.findByText(`Otto Other is no longer ${who}`)).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Make Admin: Otto Other' })).toBeEnabled(),
    )
    expect(await menuOf(user, 'Otto Other')).toContain('Make staff')
  })

  it.each(['admin', 'staff', 'doctor'] as const)(
    'logs out an admin who may no longer remove the role %s',
    async (role) => {
      users = [ada, listed('Otto Other', { role })]
      server.answers[`DELETE /user/${role}/otto@example.com`] = () => refusal(403, 'Admins only')
      const { user } = open()
      await chooseRole(user, `Remove ${role}`, 'Otto Other')
      await user.click(screen.getByRole('button', { name: `Remove ${role}` }))
      await waitFor(() => expect(readSession()).toBeNull())
    },
  )

  it('makes a patient staff of the front desk', async () => {
    users = [ada, tom]
    server.answers['PUT /user/staff/tom@example.com'] = () => {
      users = [ada, { ...tom, role: 'staff' }]
      return Response.json({ modifiedCount: 1 })
    }
    const { user } = open()
    await chooseRole(user, 'Make staff', 'Tom Tailor')
    const dialog = within(screen.getByRole('dialog', { name: 'Make Tom Tailor staff?' }))
    await user.click(dialog.getByRole('button', { name: 'Make staff' }))
    expect(await screen.findByText('Tom Tailor is now staff')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Change role: Tom Tailor' })).toHaveFocus()
    await waitFor(async () => expect(await menuOf(user, 'Tom Tailor')).toContain('Remove staff'))
  })

  it('gives a patient the role of a doctor, and shows a refusal in the dialog', async () => {
    users = [ada, tom]
    server.answers['GET /doctor'] = () => Response.json([NOVAK])
    server.answers['PUT /user/doctor/tom@example.com'] = () => refusal(403, 'Not this doctor.')
    const { user } = open()
    await chooseRole(user, 'Make doctor', 'Tom Tailor')
    const dialog = within(screen.getByRole('dialog', { name: 'Make Tom Tailor a doctor?' }))
    expect(dialog.getByRole('button', { name: 'Make doctor' })).toBeDisabled()
    await user.selectOptions(await dialog.findByLabelText('Doctor'), NOVAK.name)
    await user.click(dialog.getByRole('button', { name: 'Make doctor' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('Not this doctor.')

    server.answers['PUT /user/doctor/tom@example.com'] = () => {
      users = [ada, { ...tom, role: 'doctor' }]
      return Response.json({ modifiedCount: 1 })
    }
    await user.click(dialog.getByRole('button', { name: 'Make doctor' }))
    expect(await screen.findByText('Tom Tailor is now a doctor')).toBeVisible()
    expect(server.callsOf('PUT', '/user/doctor/tom@example.com').at(-1)?.body).toEqual({
      doctor: NOVAK._id,
    })
    await waitFor(async () => expect(await menuOf(user, 'Tom Tailor')).toContain('Remove doctor'))
  })

  it('asks for a new login if the last one was a while ago, and continues', async () => {
    let tries = 0
    server.answers['PUT /user/admin/maya@example.com'] = () => {
      tries += 1
      return tries === 1
        ? refusal(409, 'You logged in a while ago.', { code: 'recent_login_required' })
        : Response.json({ modifiedCount: 1 })
    }
    server.answers['PUT /users/ada@example.com'] = () =>
      Response.json({ token: 'a new token', user: admin })
    provider.identity.reauthenticate.mockResolvedValueOnce({ kind: 'signedIn' })
    const { user } = open()
    await user.click(await ask(user))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
    expect(dialog.getByText(/before changing an account/)).toBeVisible()
    await user.type(dialog.getByLabelText('Password'), 'secret1')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Successfully made an admin')).toBeVisible()
    expect(tries).toBe(2)
  })
})

describe('removing a user', () => {
  const removing = async (name: string) => {
    const { user, site } = open()
    await user.click((await rowOf(name)).getByRole('button', { name: `Remove ${name}` }))
    return { user, site, dialog: within(screen.getByRole('dialog')) }
  }

  it('asks first, removes the user from the list and moves the focus to the list', async () => {
    server.answers['DELETE /user/maya@example.com'] = () => {
      users = [tom, ada]
      return Response.json({ deletedCount: 1 })
    }
    const { user } = await removing('Maya Miller')
    const dialog = screen.getByRole('dialog', { name: 'Remove Maya Miller?' })
    expect(dialog).toHaveTextContent('maya@example.com will no longer be able to use this account.')
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await user.keyboard('{Escape}')
    expect((await rowOf('Maya')).getByRole('button', { name: 'Remove Maya Miller' })).toHaveFocus()
    expect(server.callsOf('DELETE', '/user/maya@example.com')).toEqual([])
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('User removed successfully')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Maya Miller')).not.toBeInTheDocument())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Users' })).toHaveFocus()
    expect(screen.getByText('2 users')).toBeVisible()
  })

  it('says in the dialog that another admin has removed them', async () => {
    users = [maya]
    server.answers['DELETE /user/maya@example.com'] = () => {
      users = []
      return refusal(404, 'No user has this email.')
    }
    const { user, dialog } = await removing('Maya Miller')
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await screen.findByText('No users found')
    expect(dialog.getByRole('alert')).toHaveTextContent('No user has this email.')
  })

  it('says in the dialog that the last admin cannot be removed', async () => {
    server.answers['DELETE /user/ada@example.com'] = () =>
      refusal(409, 'You are the last administrator.', { code: 'last_admin' })
    const { user, dialog } = await removing('Ada Admin')
    expect(screen.getByRole('dialog', { name: 'Remove your own account?' })).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('You are the last administrator.')
    expect(readSession()).not.toBeNull()
  })

  it('logs out an admin who removed their own account, without further requests', async () => {
    server.answers['DELETE /user/ada@example.com'] = () => Response.json({ deletedCount: 1 })
    const { user, dialog } = await removing('Ada Admin')
    const asked = searches().length
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await screen.findByRole('heading', { name: '/' })
    expect(await screen.findByText('User removed successfully')).toBeVisible()
    expect(readSession()).toBeNull()
    expect(searches()).toHaveLength(asked)
  })
})
