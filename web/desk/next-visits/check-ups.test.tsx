import { render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CheckUpRow, CheckUps } from '#contract/next-visits/check-ups.ts'
import { Toasts } from '#web/components/toasts.tsx'
import { fakeServer, refusal } from '#web/testing/admin-site.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import { user } from '#web/testing/user.ts'
import { CheckUpsButton } from './check-ups-button.tsx'
import CountedVisit from './counted-visit.tsx'

const CHILD = '01890a5d-ac96-774b-bcce-b302099a8058'
const VISIT = '01890a5d-ac96-774b-bcce-b302099a8057'
const [THREE, FOUR] = [
  '01890a5d-ac96-774b-bcce-b302099a8003',
  '01890a5d-ac96-774b-bcce-b302099a8004',
]

const row = (_id: string, ageMonths: number): CheckUpRow => ({
  ...{ _id, ageMonths, fromDays: -30, toDays: 180, from: '2026-05-06', to: '2026-12-02' },
  state: 'due',
  visit: null,
})
const visit = { _id: VISIT, date: '2026-06-04', treatment: 'Weight Loss' }

let server: ReturnType<typeof fakeServer>
let known: CheckUps

beforeEach(() => {
  server = fakeServer()
  known = {
    isOn: true,
    rows: [{ ...row(THREE, 36), state: 'over' }, row(FOUR, 48)],
    uncounted: [{ ...visit, rows: [FOUR] }],
  }
  server.answers[`GET /children/${CHILD}/check-ups`] = () => Response.json(known)
  server.answers[`PUT /children/${CHILD}/check-ups/${FOUR}`] = ({ body }) => {
    const isCounted = (body as { visit: string | null }).visit !== null
    const counted = { ...row(FOUR, 48), state: 'done' as const, visit: { ...visit, byStaff: true } }
    known = {
      isOn: true,
      rows: [row(THREE, 36), isCounted ? counted : row(FOUR, 48)],
      uncounted: isCounted ? [] : [{ ...visit, rows: [FOUR] }],
    }
    return Response.json(known)
  }
})

const counted = () =>
  server.callsOf('PUT', `/children/${CHILD}/check-ups/${FOUR}`).map(({ body }) => body)

const WAS = 'Was the check-up at 4 years'

describe('a completed appointment', () => {
  const show = () =>
    render(
      <InSite>
        <CountedVisit childId={CHILD} visit={VISIT} />
        <Toasts />
      </InSite>,
    )

  it('counts as the check-up with one press, which can be undone', async () => {
    show()
    await user.click(await screen.findByRole('button', { name: WAS }))
    expect(await screen.findByText('Counts as the check-up at 4 years.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    expect(await screen.findByRole('button', { name: WAS })).toBeVisible()
    expect(counted()).toEqual([{ visit: VISIT }, { visit: null }])
  })

  it('says why it cannot count, and what has changed', async () => {
    const message = 'That visit can’t count as this check-up: something has changed meanwhile.'
    server.answers[`PUT /children/${CHILD}/check-ups/${FOUR}`] = () => {
      known = { ...known, uncounted: [{ ...visit, rows: [THREE] }] }
      return refusal(409, message, { code: 'other_visit' })
    }
    show()
    await user.click(await screen.findByRole('button', { name: WAS }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Was the check-up at 3 years' })).toBeVisible()
  })
})

describe('the check-ups of a child', () => {
  async function open() {
    render(
      <InSite>
        <CheckUpsButton childId={CHILD} name="Mia Lund" />
        <Toasts />
      </InSite>,
    )
    await user.click(screen.getByRole('button', { name: 'Check-ups of Mia Lund' }))
    return within(await screen.findByRole('dialog', { name: 'Check-ups of Mia Lund' }))
  }

  it('are listed with the visits that count, and those that can', async () => {
    const dialog = await open()
    expect(await dialog.findByText(/due until/)).toHaveTextContent('4 years: due until')
    await user.click(
      dialog.getByRole('button', { name: `${WAS}: Weight Loss on Thu, Jun 4, 2026` }),
    )
    expect(await dialog.findByText(/Weight Loss/)).toHaveTextContent(
      '4 years: Thu, Jun 4, 2026, Weight Loss',
    )
    await user.click(dialog.getByRole('button', { name: /^Undo/ }))
    expect(
      await dialog.findByRole('heading', { name: 'Visits that are no check-up' }),
    ).toBeVisible()
  })

  it('are not listed while the plan is off', async () => {
    known = { isOn: false, rows: [], uncounted: [] }
    expect(await (await open()).findByText(/plan is off/)).toBeVisible()
  })
})
