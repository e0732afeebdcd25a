import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { Dialog } from '#web/components/dialog.tsx'
import { SelectField } from '#web/components/forms/fields.tsx'
import { OwnText, OwnWords, useOwnChoice } from '#web/lib/own-words.tsx'

const show = (shown: ReactNode) =>
  render(<OwnWords value={{ 'Weight Loss': 'Bajar de peso' }}>{shown}</OwnWords>)

function Treatments() {
  const choiceOf = useOwnChoice()
  return <SelectField label="Servicio" options={['Weight Loss', 'Sports Exam'].map(choiceOf)} />
}

it('marks options without a translation as English', () => {
  show(<Treatments />)
  const own = screen.getByRole('option', { name: 'Bajar de peso' })
  expect(own).toHaveValue('Weight Loss')
  expect(own).not.toHaveAttribute('lang')
  expect(screen.getByRole('option', { name: 'Sports Exam' })).toHaveAttribute('lang', 'en')
})

it('marks the title of a dialog without a translation as English', () => {
  show(
    <Dialog open title={<OwnText>Sports Exam</OwnText>} onClose={vi.fn()}>
      Cita
    </Dialog>,
  )
  expect(screen.getByRole('dialog', { name: 'Sports Exam' })).toBeVisible()
  expect(screen.getByText('Sports Exam')).toHaveAttribute('lang', 'en')
})
