import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PatientName } from './patient-name.tsx'

it('keeps a name of another script apart from the text around it', () => {
  const { container } = render(
    <p>
      <PatientName name="ميا" guardian="Anna Lund" />, born Jun 5, 2021
    </p>,
  )
  expect(container.querySelector('bdi')).toHaveTextContent(/^ميا Lund$/)
})
