import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PatientName } from './patient-name.tsx'

const mia = { patientName: 'ميا', child: { birthDate: '2021-06-05', bookedBy: 'Anna Lund' } }

it('isolates a name in another script from the text around it', () => {
  const { container } = render(
    <p>
      <PatientName of={mia} />, born Jun 5, 2021
    </p>,
  )
  expect(container.querySelector('bdi')).toHaveTextContent(/^ميا Lund$/)
})
