import { useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { AgendaFrame } from '#contract/front-desk/agenda-frame.ts'
import type { TodoMarks } from '#contract/front-desk/todo.ts'
import { frameOptions } from '#web/desk/appointments/frame-api.ts'
import { ListedClaim } from '#web/desk/tasks/claim.tsx'
import { followEvents } from '#web/lib/api/event-stream.ts'
import { fakeServer } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { useLiveAgenda } from './use-live-agenda.ts'

vi.mock('#web/lib/api/event-stream.ts')
vi.mock('#web/lib/identity/index.ts', () => import('#web/family/auth/testing/fake-provider.ts'))

function Page() {
  useLiveAgenda()
  const { data } = useQuery(frameOptions({ date: '2026-11-23', days: 1 }))
  return (
    <>
      <ListedClaim list="unreachable" id="noah" name="Noah" />
      {data?.days.map(({ closures }) => closures.map(({ reason }) => <p key={reason}>{reason}</p>))}
    </>
  )
}

it('shows at once that a colleague takes care of an entry, on any page', async () => {
  const server = fakeServer()
  let marks: TodoMarks = []
  server.answers['GET /todo/marks'] = () => Response.json(marks)
  render(<Page />, { wrapper: InSite })
  await screen.findByRole('button', { name: 'I’m on it: Noah' })
  const claimed = { _id: 'rita', name: 'Rita', at: '2026-11-23T18:00:00.000Z', isYou: false }
  marks = [{ list: 'unreachable', subject: 'noah', claimed, outcome: null }]
  const [, options] = vi.mocked(followEvents).mock.lastCall ?? []
  act(() => options?.onEvent('[]'))
  expect(await screen.findByText('Rita is on it')).toBeVisible()
})

it('shows a closure at once, and does not request closures when appointments change', async () => {
  const server = fakeServer()
  const day: AgendaFrame['days'][number] = {
    date: '2026-11-23',
    hours: [],
    closures: [],
    doctors: [],
  }
  const calls = vi.fn(() =>
    Response.json({ today: day.date, minute: 600, doctors: [], treatments: [], days: [day] }),
  )
  server.answers['GET /agenda/frame'] = calls
  server.answers['GET /todo/marks'] = () => Response.json([])
  render(<Page />, { wrapper: InSite })
  await waitFor(() => expect(calls).toHaveBeenCalledOnce())
  const [, options] = vi.mocked(followEvents).mock.lastCall ?? []
  act(() => options?.onEvent('["an-appointment"]'))
  expect(calls).toHaveBeenCalledOnce()
  day.closures = [{ from: 720, to: 1020, reason: 'Burst pipe' }]
  act(() => options?.onEvent('[]'))
  expect(await screen.findByText('Burst pipe')).toBeVisible()
})
