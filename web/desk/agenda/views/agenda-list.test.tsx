import { useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import { after, expected, TIME } from '#machines/testing/attendance/attendance-walks.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { agendaOptions } from '#web/desk/appointments/agenda-api.ts'
import { setPrivacy } from '#web/desk/appointments/privacy.ts'
import { fakeServer } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { AgendaList } from './agenda-list.tsx'

const at = (_id: string, startMinute: number): AgendaEntry => ({
  ...expected,
  _id,
  startMinute,
  patientName: `Patient ${_id}`,
})

function List() {
  const { data } = useQuery(agendaOptions({ date: TIME.today, days: 1 }))
  return data && <AgendaList entries={data.entries} time={TIME} />
}

/** The list of a day, with a server that accepts every step and payment. */
async function open() {
  const { minute } = TIME
  let entries = [
    after(at('here', minute - 20), 'arrived'),
    at('late', minute - 10),
    at('next', minute + 10),
    at('coming', minute + 20),
  ]
  const server = fakeServer()
  const change = (id: string, how: (entry: AgendaEntry) => AgendaEntry) => {
    entries = entries.map((entry) => (entry._id === id ? how(entry) : entry))
    return Response.json(entries.find(({ _id }) => _id === id))
  }
  server.answers['GET /agenda'] = () =>
    Response.json({ ...TIME, entries, toSettle: 0, toHandBack: 0 })
  for (const { _id } of entries) {
    server.answers[`PUT /agenda/${_id}/attendance`] = ({ body }) =>
      change(_id, (entry) => after(entry, (body as AgendaEntry).attendance))
    server.answers[`POST /agenda/${_id}/payment`] = () =>
      change(_id, (entry) => ({
        ...entry,
        paid: true,
        payment: { method: 'cash', day: TIME.today, receipt: null },
      }))
  }
  render(
    <InSite>
      <List />
      <Toasts />
    </InSite>,
  )
  await waitFor(() => expect(row('next')).not.toBeNull())
  return { user: userEvent.setup({ delay: null }), server }
}

it.each([
  [false, ['PH']],
  [true, []],
])('shows the children’s faces that their parents see (initials only: %s)', (isPrivate, faces) => {
  setPrivacy(isPrivate)
  const entries = [{ ...at('here', TIME.minute), childId: 'mia' }, at('adult', TIME.minute)]
  const { container } = render(
    <InSite>
      <AgendaList entries={entries} time={TIME} />
    </InSite>,
  )
  const shown = [...container.querySelectorAll('[data-initials]')]
  expect(shown.map((face) => face.getAttribute('data-initials'))).toEqual(faces)
})

const row = (id: string) => document.querySelector<HTMLElement>(`[data-entry="${id}"]`)

it('opens with the focus on the next patient; shortcut keys do not act on it yet', async () => {
  const { user, server } = await open()
  expect(row('next')).toHaveFocus()
  await user.keyboard('parker')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(server.callsOf('PUT', '/agenda/next/attendance')).toEqual([])
})

it('moves on to the next patient after a check-in by key, and after a payment', async () => {
  const { user } = await open()
  await user.keyboard('{ArrowUp}a')
  await waitFor(() => expect(row('next')).toHaveFocus())
  expect(row('late')).toHaveTextContent('Arrived')
  await user.keyboard('p')
  await user.click(await screen.findByRole('button', { name: /^Take \$/ }))
  await waitFor(() => expect(row('coming')).toHaveFocus())
  expect(row('next')).toHaveTextContent('Paid')
})

it('moves on after a completed visit, and stays where the last step is undone', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Completed' }))
  await waitFor(() => expect(row('late')).toHaveFocus())
  const done = row('here')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(done).toHaveTextContent('Arrived'))
  expect(done).toHaveFocus()
})

it.each([
  [false, 'Patient here: completed, owes $120'],
  [true, 'P. H.: completed, owes $120'],
])(
  'lists who has completed a visit and owes money (initials only: %s)',
  async (isPrivate, said) => {
    setPrivacy(isPrivate)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Completed' }))
    expect(await screen.findByText(said)).toBeVisible()
  },
)
