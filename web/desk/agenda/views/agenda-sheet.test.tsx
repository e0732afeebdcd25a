import { act, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { expected as visit } from '#machines/testing/attendance/attendance-walks.ts'
import { setPrivacy } from '#web/desk/appointments/privacy.ts'
import { AgendaSheet } from './agenda-sheet.tsx'

const MIA = { ...visit, _id: 'mia', patientName: 'Mia Parker' }
const LEO = {
  ...MIA,
  _id: 'leo',
  patientName: 'Leo Abara',
  squeezed: true,
  overrideReason: 'Fever since last night',
}

function print(isPrivate: boolean) {
  setPrivacy(isPrivate)
  render(<AgendaSheet entries={[MIA, LEO]} title="Tuesday" />)
  expect(screen.queryByRole('table')).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  return screen.getAllByRole('row').slice(-2)
}

it('prints an extra patient as a row of its own, marked, with the reason', () => {
  const [mia, leo] = print(false)
  expect(mia?.textContent).not.toContain('Extra patient')
  expect(within(leo as HTMLElement).getByText('Extra patient')).toBeTruthy()
  expect(within(leo as HTMLElement).getByText('Extra patient: Fever since last night')).toBeTruthy()
})

it('prints initials without the reason if others may look', () => {
  const [, leo] = print(true)
  expect(leo?.textContent).toContain('Extra patient')
  expect(leo?.textContent).not.toMatch(/Leo|Fever/)
})
