import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  Family,
  FamilyAppointment,
  FamilyChild,
  LinkPreview,
} from '#contract/families/families.ts'
import { changeFixture } from '#machines/testing/reschedule/reschedule-walks.ts'
import { config } from '#web/both/booking/testing/fake-clinic.ts'
import { setPrivacy } from '#web/desk/appointments/privacy.ts'
import BookFamilyPage from '#web/desk/booking/book-family-page.tsx'
import { childOf, FAMILY, NOAH, VISIT } from '#web/desk/patients/testing/noah.ts'
import { OtherLanguages } from '#web/lib/other-languages.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import ChangeAppointmentPage from './change-appointment-page.tsx'
import FamiliesPage from './families-page.tsx'
import FamilyPage from './family-page.tsx'

const LINK: LinkPreview = {
  account: { _id: 'uid-1', name: 'Noah', email: 'n@example.com' },
  ...{ moving: [], conflicts: [], children: [], accountChildren: [] },
}

/** A time of a walk-in, in the address. */
const TAKEN = 'date=2026-11-23&treatment=allergy&slot=11%3A00+AM+-+11%3A30+AM'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.answers['GET /families'] = () => Response.json({ families: [NOAH], isCut: false })
})

afterEach(() => sessionStorage.clear())

describe('the page that finds families', () => {
  it('searches while staff type, and links to the family', async () => {
    const { user } = openAdminPage('/dashboard/families', FamiliesPage)
    await user.type(await screen.findByRole('searchbox'), 'noah')
    const found = await screen.findByRole('link', { name: /Noah Abara/ })
    expect(found.textContent).toContain('Next: Tue, Nov 24, 2026, 9:00 AM, Allergy Testing')
    expect(found.textContent).toContain('Ada Abara, born Feb 3, 2019Mia Abara, born Jun 5, 2021')
    expect(found.getAttribute('href')).toBe('/dashboard/families/noah')
    const [call] = server.callsOf('GET', '/families')
    expect(call?.url.searchParams.get('search')).toBe('noah')
  })

  it('shows initials only if others can see the screen', async () => {
    setPrivacy(true)
    openAdminPage('/dashboard/families?search=noah', FamiliesPage)
    const found = await screen.findByRole('link', { name: /N. A./ })
    expect(found.textContent).toContain('Next: Tue, Nov 24, 2026')
    expect(found.textContent).not.toMatch(/Noah|Abara|Mia|2021|example|555/)
  })

  it('keeps the time of a walk-in for the booking', async () => {
    openAdminPage(`/dashboard/families?search=noah&${TAKEN}`, FamiliesPage)
    const found = await screen.findByRole('link', { name: /Noah Abara/ })
    expect(found.getAttribute('href')).toBe(`/dashboard/families/noah/book?${TAKEN}`)
    expect(screen.getByText(/^11:00 AM on Mon, Nov 23, 2026/)).toBeTruthy()
  })

  it('names a new family after the search, also with the surname first', async () => {
    server.answers['GET /families'] = () => Response.json({ families: [], isCut: false })
    const { user } = openAdminPage('/dashboard/families?search=Abara, Noah', FamiliesPage)
    await user.click(await screen.findByRole('button', { name: 'Add a new family' }))
    expect(screen.getByLabelText('Guardian’s name')).toHaveValue('Noah Abara')
  })

  it('adds a family with the searched name, and keeps the form after a failure', async () => {
    server.answers['GET /families'] = () => Response.json({ families: [], isCut: false })
    server.answers['POST /families'] = () => refusal(422, 'The clinic is offline.')
    const { user } = openAdminPage('/dashboard/families?search=555%200188', FamiliesPage)
    await user.click(await screen.findByRole('button', { name: 'Add a new family' }))
    await user.click(screen.getByRole('button', { name: 'Add family' }))
    expect(await screen.findByText('Name is required')).toBeTruthy()
    await user.type(screen.getByLabelText('Guardian’s name'), 'Gia Grandmother')
    await user.click(screen.getByRole('button', { name: 'Add family' }))
    expect(await screen.findByText(/The clinic is offline/)).toBeTruthy()
    server.answers['POST /families'] = () => Response.json({ _id: 'gia' }, { status: 201 })
    await user.click(screen.getByRole('button', { name: 'Add family' }))
    expect(await screen.findByRole('heading', { name: '/dashboard/families/gia' })).toBeTruthy()
    expect(server.callsOf('POST', '/families').at(-1)?.body).toEqual({
      name: 'Gia Grandmother',
      phone: '555 0188',
      email: '',
      language: 'en',
    })
  })

  it.each([
    ['English', [], ''],
    ['Spanish', ['es'], ''],
    [
      'Spanish',
      [],
      'Emails, receipts and letters are in English until the website offers Spanish.',
    ],
  ] as const)('says in which language a family reads: %s', async (name, others, description) => {
    server.answers['GET /families'] = () => Response.json({ families: [], isCut: false })
    const { user } = openAdminPage('/dashboard/families?search=Luz', () => (
      <OtherLanguages value={others}>
        <FamiliesPage />
      </OtherLanguages>
    ))
    await user.click(await screen.findByRole('button', { name: 'Add a new family' }))
    const language = screen.getByRole('combobox', { name: 'Language' })
    await user.selectOptions(language, name)
    expect(language).toHaveAccessibleDescription(description)
  })

  it('reads a searched name with its surname first in the right order', async () => {
    server.answers['GET /families'] = () => Response.json({ families: [], isCut: false })
    const search = encodeURIComponent('Parker, Paula Ann')
    const { user } = openAdminPage(`/dashboard/families?search=${search}`, FamiliesPage)
    await user.click(await screen.findByRole('button', { name: 'Add a new family' }))
    expect(screen.getByLabelText('Guardian’s name')).toHaveValue('Paula Ann Parker')
  })

  it('asks whether a new family is a known one before adding it', async () => {
    server.answers['POST /families'] = () => Response.json({ _id: 'new' }, { status: 201 })
    const { user } = openAdminPage('/dashboard/families', FamiliesPage)
    // A frame after the page: text typed before stays in the search.
    await expect.poll(() => document.activeElement?.getAttribute('type')).toBe('search')
    await user.click(await screen.findByRole('button', { name: 'New family' }))
    await user.type(screen.getByLabelText('Guardian’s name'), 'Noah Abara')
    await user.type(screen.getByLabelText('Phone'), '503 555 0129')
    await user.click(screen.getByRole('button', { name: 'Add family' }))
    const known = within(await screen.findByRole('region', { name: 'Known already?' }))
    expect(known.getByRole('link', { name: /Noah Abara/ })).toBeTruthy()
    expect(server.callsOf('POST', '/families')).toHaveLength(0)
    await user.click(known.getByRole('button', { name: 'No, add a new family' }))
    expect(await screen.findByRole('heading', { name: '/dashboard/families/new' })).toBeTruthy()
  })

  it('says when a search fails, and can be retried', async () => {
    server.answers['GET /families'] = () => refusal(400, 'The clinic is offline.')
    const { user } = openAdminPage('/dashboard/families?search=noah', FamiliesPage)
    const again = await screen.findByRole('button', { name: 'Try again' })
    server.answers['GET /families'] = () => Response.json({ families: [NOAH], isCut: true })
    await user.click(again)
    expect(await screen.findByText(/^The first 1 families/)).toBeTruthy()
  })
})

describe('a family’s page', () => {
  function openFamily(changes: Partial<Family> = {}) {
    server.answers['GET /families/'] = () => Response.json({ ...FAMILY, ...changes })
    return openAdminPage('/dashboard/families/noah', FamilyPage)
  }

  it('shows upcoming and past appointments, missed ones, and the contact details', async () => {
    const past = { ...VISIT, date: '2026-11-20', attendance: 'no_show', overrideReason: 'In pain' }
    const appointments = [VISIT, past as FamilyAppointment]
    openFamily({ appointments, missed: 1, email: null, isReachable: false, hasAccount: false })
    const toCome = await screen.findByRole('region', { name: 'Upcoming' })
    expect(toCome.textContent).toContain('Nov 24, 2026')
    const before = screen.getByRole('region', { name: 'Past and canceled' })
    expect(before.textContent).toContain('No-show')
    expect(before.textContent).toContain('In pain')
    expect(screen.getByText(/1 no-show in the last 12 months/)).toBeTruthy()
    expect(screen.getByText('None: call to confirm, move or cancel')).toBeTruthy()
  })

  it('edits a family without an account, and keeps the input after a failure', async () => {
    server.answers['PUT /families/noah'] = () => refusal(409, 'Someone else has changed it.')
    const { user } = openFamily({ hasAccount: false })
    await user.click(await screen.findByRole('button', { name: 'Edit details' }))
    const name = await screen.findByLabelText('Guardian’s name')
    await user.clear(name)
    await user.type(name, 'Noah Abara-Okoro')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^Someone else has changed it\./)).toBeTruthy()
    expect(name).toHaveProperty('value', 'Noah Abara-Okoro')
    const { name: before, phone, email } = NOAH
    const rest = { phone, email, language: 'en' }
    const body = { name: 'Noah Abara-Okoro', ...rest, seen: { name: before, ...rest } }
    expect(server.callsOf('PUT', '/families/noah')[0]?.body).toEqual(body)
    server.answers['PUT /families/noah'] = () => Response.json({ _id: 'noah' })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Family saved')).toBeTruthy()
    // It has an appointment.
    expect(screen.queryByRole('button', { name: 'Remove family' })).toBeNull()
  })

  it('says how far the family’s invitation is, and prints a new letter', async () => {
    vi.stubGlobal('print', () => undefined)
    const mia = childOf('mia', 'Mia', '2021-06-05')
    const claim = {
      state: 'failed',
      channel: 'email',
      sentAt: '2026-11-02T12:00:00.000Z',
      usedAt: null,
      until: '2027-01-01',
    } as const
    server.answers['POST /families/noah/claim-letter'] = () =>
      Response.json(
        {
          family: { _id: 'noah', name: 'Noah Abara' },
          token: '0123-4567-89ab',
          until: '2027-01-23',
        },
        { status: 201 },
      )
    const secondGuardian = { name: 'Ada Abara', phone: null, email: 'ada@example.com' }
    const { user } = openFamily({ children: [mia], hasAccount: false, claim, secondGuardian })
    expect(await screen.findByText(/^Invited by email on/)).toHaveTextContent(
      'Invited by email on Nov 2, 2026, three birth dates were wrong.',
    )
    expect(screen.getByText('Second guardian').nextSibling).toHaveTextContent(
      'Ada Abara, ada@example.com',
    )
    await user.click(screen.getByRole('button', { name: 'Print a new letter' }))
    expect(await screen.findByText('1 letter is ready to print.')).toBeTruthy()
    expect(document.querySelector('.letter-page')).toHaveTextContent('/claim/0123-4567-89ab')
    await user.click(screen.getByRole('button', { name: 'All printed' }))
    expect(document.querySelector('.letter-page')).toBeNull()
  })

  it('says when the family of an account has claimed its records', async () => {
    const claim = {
      state: 'used',
      channel: 'letter',
      sentAt: '2026-11-02T12:00:00.000Z',
      usedAt: '2026-11-09T12:00:00.000Z',
      until: '2027-01-01',
    } as const
    openFamily({ hasAccount: true, claim })
    expect(await screen.findByText(/^Letter printed on/)).toHaveTextContent(
      'Letter printed on Nov 2, 2026, claimed on Nov 9, 2026.',
    )
    expect(screen.queryByRole('button', { name: /letter$/ })).toBeNull()
  })

  it('shows the total paid and refunded', async () => {
    const canceled = { ...VISIT, status: 'cancelled', refunded: 110 } as const
    openFamily({ appointments: [canceled], money: { paid: 220, refunded: 110 } })
    expect(await screen.findByText('Paid $220, refunded $110')).toBeTruthy()
    expect(screen.getByText('Refunded $110')).toBeTruthy()
  })

  it('removes a family without appointments after a question', async () => {
    server.answers['DELETE /families/noah'] = () => Response.json({ deletedCount: 1 })
    const { user } = openFamily({ hasAccount: false, appointments: [] })
    await user.click(await screen.findByRole('button', { name: 'Remove family' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Remove Noah Abara?' }))
    expect(server.callsOf('DELETE', '/families/noah')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Remove family' }))
    expect(await screen.findByRole('heading', { name: '/dashboard/families' })).toBeTruthy()
    expect(screen.getByText('Noah Abara removed')).toBeTruthy()
  })

  it('adds a child, corrects it, and books for it', async () => {
    const mia = childOf('mia', 'Mia', '2021-06-05')
    const { user } = openFamily({ children: [mia], hasAccount: false })
    const part = within(await screen.findByRole('region', { name: 'Children' }))
    expect(part.getByRole('link', { name: 'Book for Mia' }).getAttribute('href')).toBe(
      '/dashboard/families/noah/book?child=mia',
    )
    server.answers['PUT /families/noah/children/mia'] = () =>
      Response.json({ ...mia, name: 'Mia Abara' })
    await user.click(part.getByRole('button', { name: 'Correct Mia' }))
    const name = await part.findByLabelText('Child’s name')
    await user.clear(name)
    await user.type(name, 'Mia Abara')
    await user.click(part.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Mia Abara saved')).toBeTruthy()
    const seen = { name: 'Mia', birthDate: '2021-06-05', archived: false }
    expect(server.callsOf('PUT', '/families/noah/children/mia')[0]?.body).toEqual({
      ...seen,
      name: 'Mia Abara',
      seen,
    })
  })

  it('links to the account after a preview, and explains refusals', async () => {
    const { _id, date, startMinute, treatment } = VISIT
    const moving = [{ _id, date, startMinute, treatment }]
    const link = { ...LINK, moving }
    const { user } = openFamily({ link, hasAccount: false })
    await user.click(await screen.findByRole('button', { name: 'Link to the account' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('Tue, Nov 24, 2026, 9:00 AM, Allergy Testing')).toBeTruthy()
    const preview = { ...link, conflicts: moving }
    server.answers['POST /families/noah/link'] = () =>
      refusal(409, 'Both have it.', { code: 'conflict', preview })
    await user.click(dialog.getByRole('button', { name: 'Ask to confirm' }))
    expect(await dialog.findByText('Both have it.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Ask to confirm' })).toHaveProperty('disabled', true)
    expect(server.callsOf('POST', '/families/noah/link')[0]?.body).toEqual({
      account: 'uid-1',
      appointments: [_id],
      children: [],
    })
  })

  it('waits until the account confirms a link', async () => {
    server.answers['POST /families/noah/link'] = () =>
      Response.json({ _id: 'uid-1', state: 'proposed' })
    const { user } = openFamily({ link: LINK, hasAccount: false })
    await user.click(await screen.findByRole('button', { name: 'Link to the account' }))
    const proposed = { at: '2026-11-23T18:00:00.000Z', by: 'Rita' }
    server.answers['GET /families/'] = () =>
      Response.json({ ...FAMILY, hasAccount: false, link: LINK, proposed })
    await user.click(screen.getByRole('button', { name: 'Ask to confirm' }))
    expect(await screen.findByText('We emailed Noah to confirm')).toBeTruthy()
    const waiting = await screen.findByText(/^Waiting for/)
    expect(waiting).toHaveTextContent(/^Waiting for Noah to confirm, since .*Rita/)
    expect(screen.queryByRole('button', { name: 'Link to the account' })).toBeNull()
  })

  it('lets admins undo a link, after a question', async () => {
    const at = '2026-11-23T18:00:00.000Z'
    const linked = [{ _id: 'link-1', name: 'Noah A.', at, appointments: 2 }]
    server.answers['POST /family-links/link-1/undo'] = () =>
      Response.json({ family: 'desk-1', appointments: 2 })
    const { user } = openFamily({ linked })
    await user.click(await screen.findByRole('button', { name: 'Undo the link of Noah A.' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Undo the link of Noah A.?' }))
    expect(server.callsOf('POST', '/family-links/link-1/undo')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Undo the link' }))
    expect(await screen.findByText('2 appointments are Noah A.’s again')).toBeTruthy()
  })

  it('says that there is no such family', async () => {
    server.answers['GET /families/'] = () => refusal(404, 'Family not found.')
    openAdminPage('/dashboard/families/noah', FamilyPage)
    expect(await screen.findByRole('heading', { name: 'This family does not exist' })).toBeTruthy()
  })
})

describe('the children on a family’s page', () => {
  const rights = { mayBook: true, mayPay: false, receivesEmail: true }
  const noah = { _id: 'noah', name: 'Noah Abara', email: 'noah@example.com', ...rights }
  const mia: FamilyChild = {
    ...childOf('mia', 'Mia', '2021-06-05'),
    guardians: [{ ...noah, isOwner: true, mayPay: true }],
  }
  function open(child: FamilyChild) {
    server.answers['GET /families/'] = () => Response.json({ ...FAMILY, children: [child] })
    openAdminPage('/dashboard/families/noah', FamilyPage)
  }

  it('are shown with their other guardians and invitations, and their rights', async () => {
    const ada = { ...noah, _id: 'ada', name: 'Ada Abara', email: 'ada@example.com', isOwner: false }
    const until = '2026-12-05T12:00:00.000Z'
    const invited = {
      ...rights,
      _id: 'one',
      email: 'joe@example.com',
      state: 'open',
      until,
    } as const
    open({ ...mia, guardians: [...mia.guardians, ada], invitations: [invited] })
    const list = within(await screen.findByRole('list', { name: 'Guardians of Mia' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Noah Abara: Owner. Can book, pay, and get emails',
      'Ada Abara (ada@example.com): Can book and get emails',
      'joe@example.com: invited until Sat, Dec 5, 2026, Can book and get emails',
    ])
    expect(list.getByRole('link')).toHaveAttribute('href', '/dashboard/families/ada')
  })

  it('have no list of guardians if the account is the only one', async () => {
    open(mia)
    expect(await screen.findByText('Mia')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Guardians of Mia' })).toBeNull()
  })
})

describe('the booking for a family', () => {
  const EVENING = '05:30 PM - 06:00 PM'
  const ALLERGY = {
    _id: 'allergy',
    name: 'Allergy Testing',
    slots: ['11:00 AM - 11:30 AM', EVENING],
    outsideHours: [EVENING],
    price: 110,
  }

  beforeEach(() => {
    server.answers['GET /families/'] = () => Response.json(FAMILY)
    const clinic = { today: '2026-11-23', lastDay: '2027-01-31', closures: [], nextDayIn: 1e6 }
    server.answers['GET /config'] = () => Response.json({ ...config, clinic })
    server.answers['GET /agenda/available'] = () => Response.json([ALLERGY])
    const booking = { date: 'Nov 23, 2026', slot: EVENING }
    server.answers['POST /families/noah/appointments'] = () =>
      refusal(409, 'Taken', { success: false, code: 'already_booked', booking })
  })

  it('asks for a reason outside opening hours, and for no address', async () => {
    const { user } = openAdminPage('/dashboard/families/noah/book', BookFamilyPage)
    await user.click(await screen.findByRole('button', { name: 'Select Treatment' }))
    expect(screen.queryByRole('button', { name: /05:30 PM/ })).toBeNull()
    await user.click(screen.getByLabelText('Also show times outside opening hours'))
    await user.click(screen.getByRole('button', { name: /05:30 PM/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText('Phone')).toHaveProperty('value', NOAH.phone)
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    expect(await dialog.findByText('Reason is required')).toBeTruthy()
    await user.type(dialog.getByLabelText('Reason'), 'In pain')
    await user.click(dialog.getByRole('button', { name: 'Book' }))
    expect(
      await screen.findAllByText(
        'Noah Abara already has an appointment on Nov 23, 2026 at 05:30 PM - 06:00 PM',
      ),
    ).not.toEqual([])
    expect(server.callsOf('POST', '/families/noah/appointments')[0]?.body).toEqual({
      treatment: 'Allergy Testing',
      date: 'Nov 23, 2026',
      slot: EVENING,
      price: 110,
      phone: NOAH.phone,
      address: '',
      reason: 'In pain',
    })
  })

  it('books the time of a walk-in with Enter, and asks to repeat it if no email reaches the family', async () => {
    server.answers['GET /families/'] = () => Response.json({ ...FAMILY, isReachable: false })
    const booking = {
      ...{ _id: VISIT._id, treatment: 'Allergy Testing', price: 110, version: 0, moves: 0 },
      ...{ date: 'Nov 23, 2026', slot: '11:00 AM - 11:30 AM', status: 'booked', paid: false },
      ...{ patient: NOAH.email, patientName: NOAH.name, email: NOAH.email },
      ...{ phone: NOAH.phone, address: '', attendance: 'expected' },
    }
    server.answers['POST /families/noah/appointments'] = () =>
      Response.json({ success: true, booking }, { status: 201 })
    const { user } = openAdminPage(`/dashboard/families/noah/book?${TAKEN}`, BookFamilyPage)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('11:00 AM - 11:30 AM')).toBeTruthy()
    expect(dialog.queryByLabelText('Reason')).toBeNull()
    await user.type(dialog.getByLabelText('Phone'), '{Enter}')
    expect(
      await screen.findByText(
        /^No email reaches noah@example.com.*Repeat the day and time to the family\.$/,
      ),
    ).toBeVisible()
    expect(screen.queryByText(/on its way/)).toBeNull()
  })
})

describe('the page that changes an appointment of a family', () => {
  const OPTIONS = `GET /appointments/${VISIT._id}/options`

  function openChange(appointments = [VISIT]) {
    server.answers['GET /families/noah'] = () => Response.json({ ...FAMILY, appointments })
    server.answers[OPTIONS] = () => Response.json({ ...changeFixture.options, _id: VISIT._id })
    const address = `/dashboard/families/noah/appointments/${VISIT._id}`
    openAdminPage(address, ChangeAppointmentPage, undefined, PATH)
  }
  const PATH = '/dashboard/families/:id/appointments/:appointment'

  it('offers to move and to cancel it, in wording for staff', async () => {
    openChange()
    expect(await screen.findByRole('button', { name: 'Cancel appointment' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Noah Abara' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Get directions' })).toBeNull()
  })

  it('says that the family has no such appointment', async () => {
    openChange([])
    expect(
      await screen.findByRole('heading', { name: 'This appointment does not exist' }),
    ).toBeTruthy()
  })
})
