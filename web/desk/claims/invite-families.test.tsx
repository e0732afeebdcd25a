import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ClaimCounts, ClaimLetter } from '#contract/claims/claims.ts'
import { OtherLanguages } from '#web/lib/other-languages.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import InviteFamilies from './invite-families.tsx'

const counts: ClaimCounts = {
  toSend: 1200,
  toPrint: 130,
  sent: 0,
  printed: 0,
  failed: 2,
  claimed: 31,
  mostAnHour: 500,
  linkDays: 60,
  nextBatch: 500,
  nextAt: null,
  lastLetters: 0,
}
const letter: ClaimLetter = {
  family: { _id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Hannah Engel' },
  token: 'ABCD-EFGH',
  until: '2027-05-01',
}

let server: ReturnType<typeof fakeServer>
const print = vi.fn<() => void>()

beforeEach(() => {
  print.mockClear()
  vi.stubGlobal('print', print)
  server = fakeServer()
  server.answers['GET /claims'] = () => Response.json(counts)
})

const open = (Page: ComponentType = InviteFamilies) => openAdminPage('/dashboard/import', Page)

it('counts the families, and sends a batch of emails by one press', async () => {
  const after: ClaimCounts = {
    ...counts,
    toSend: 700,
    sent: 500,
    nextBatch: 0,
    nextAt: new Date(Date.now() + 3_600_000).toISOString(),
  }
  server.answers['POST /claims/send'] = () => Response.json({ emails: 500, counts: after })
  const { user } = open()
  expect(await screen.findByText('1,200')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send 500 emails' }))
  expect(await screen.findByText('500 emails will be sent in the next minutes.')).toBeVisible()
  expect(screen.getByText('700')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send emails' })).toBeDisabled()
  expect(screen.getByText(/At most 500 emails an hour/)).toHaveTextContent('More can be sent at')
})

it('prints a page for each letter with code and address, and forgets them once they are printed', async () => {
  server.answers['POST /claims/letters'] = () =>
    Response.json(
      {
        letters: [letter, { ...letter, token: 'MNPQ-RSTU', family: { _id: 'b', name: 'Bo Berg' } }],
        counts: { ...counts, toPrint: 128, printed: 2, lastLetters: 2 },
      },
      { status: 201 },
    )
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Print 100 letters' }))
  expect(await screen.findByText('2 letters are ready to print.')).toBeVisible()
  expect(print).toHaveBeenCalledOnce()
  const [first, ...others] = document.querySelectorAll<HTMLElement>('.printed-alone > *')
  expect(others).toHaveLength(1)
  expect(first).toHaveTextContent('Dear Hannah Engel,')
  expect(first).toHaveTextContent(`${origin}/claim/ABCD-EFGH`)
  expect(first).toHaveTextContent('until Sat, May 1, 2027')
  expect(first?.querySelector('img')).toHaveAttribute('alt', 'QR code of the address below')
  await user.click(screen.getByRole('button', { name: 'All printed' }))
  expect(document.querySelector('.printed-alone')).toBeNull()
  const again = screen.getByRole('button', { name: 'Print the last 2 letters again' })
  await user.click(again)
  expect(server.callsOf('POST', '/claims/letters').map(({ body }) => body)).toEqual([
    { which: 'next' },
    { which: 'last' },
  ])
})

it('prints the letter of a Spanish family in Spanish, with an address in Spanish', async () => {
  server.answers['POST /claims/letters'] = () =>
    Response.json({ letters: [{ ...letter, language: 'es' }], counts }, { status: 201 })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Print 100 letters' }))
  expect(await screen.findByText('1 letter is ready to print.')).toBeVisible()
  const printed = document.querySelector<HTMLElement>('.letter-page')
  expect(printed).toHaveAttribute('lang', 'es')
  expect(printed).toHaveTextContent('Estimada familia de Hannah Engel:')
  expect(printed).toHaveTextContent(`${origin}/es/claim/ABCD-EFGH`)
  expect(printed).toHaveTextContent('hasta el sábado 1 de mayo de 2027')
  expect(printed).not.toHaveTextContent(/Dear|Questions|Your team/)
})

it('prints English letters while the site does not offer the language of the family', async () => {
  server.answers['POST /claims/letters'] = () =>
    Response.json({ letters: [{ ...letter, language: 'es' }], counts }, { status: 201 })
  const { user } = open(() => (
    <OtherLanguages value={[]}>
      <InviteFamilies />
    </OtherLanguages>
  ))
  await user.click(await screen.findByRole('button', { name: 'Print 100 letters' }))
  expect(await screen.findByText('1 letter is ready to print.')).toBeVisible()
  const printed = document.querySelector<HTMLElement>('.letter-page')
  expect(printed).toHaveAttribute('lang', 'en')
  expect(printed).toHaveTextContent(`${origin}/claim/ABCD-EFGH`)
})

it('has letters whose answer was lost printed again before others', async () => {
  server.answers['POST /claims/letters'] = () => {
    const after: ClaimCounts = { ...counts, toPrint: 30, printed: 100, lastLetters: 100 }
    server.answers['GET /claims'] = () => Response.json(after)
    throw new TypeError('Failed to fetch')
  }
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Print 100 letters' }))
  expect(await screen.findByText(/^The last 100 letters didn’t reach this page\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Print 30 letters' })).toBeDisabled()
  server.answers['POST /claims/letters'] = () =>
    Response.json({
      letters: [letter],
      counts: { ...counts, toPrint: 30, printed: 100, lastLetters: 100 },
    })
  await user.click(screen.getByRole('button', { name: 'Print the last 100 letters again' }))
  await user.click(await screen.findByRole('button', { name: 'All printed' }))
  expect(screen.getByRole('button', { name: 'Print 30 letters' })).toBeEnabled()
  expect(server.callsOf('POST', '/claims/letters').map(({ body }) => body)).toEqual([
    { which: 'next' },
    { which: 'last' },
  ])
})

it('says why nothing was sent', async () => {
  server.answers['POST /claims/send'] = () => refusal(429, 'Too many attempts.')
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Send 500 emails' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts.')
})
