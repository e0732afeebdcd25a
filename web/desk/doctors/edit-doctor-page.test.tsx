import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Doctor } from '#contract/doctors/doctors.ts'
import { fakeServer, openAdminPage, refusal } from '#web/testing/admin-site.tsx'
import EditDoctorPage from './edit-doctor-page.tsx'
import { ALLERGY, NOVAK } from './testing/novak.ts'

const WEIGHT = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed2'
const doctor: Doctor = { ...NOVAK, coming: [{ treatment: ALLERGY._id, count: 2 }] }
const PATH = '/doctor/nia@example.com'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  const treatments = [ALLERGY, { ...ALLERGY, _id: WEIGHT, name: 'Weight Loss' }]
  const today = '2027-03-01'
  const services = treatments.map(({ _id, name }) => ({ _id, name, slots: [], price: 1 }))
  const schedule = { today, lastDay: today, version: '', plans: [], closures: [] }
  server = fakeServer()
  server.answers['GET /doctor'] = () => Response.json([doctor])
  server.answers['GET /services'] = () => Response.json(services)
  server.answers['GET /treatments'] = () =>
    Response.json({ today, treatments, week: [[], [], [], [], [], [], []] })
  server.answers['GET /schedule'] = () => Response.json(schedule)
})

const openPage = () =>
  openAdminPage(
    '/dashboard/managedoctors/1',
    EditDoctorPage,
    undefined,
    '/dashboard/managedoctors/:id',
  )

async function open() {
  const { user } = openPage()
  await screen.findByRole('option', { name: 'Weight Loss' })
  return user
}

const save = () => screen.getByRole('button', { name: 'Save changes' })

it('edits details and treatments, and names the affected appointments', async () => {
  server.answers[`PUT ${PATH}`] = ({ body }) =>
    Response.json({ ...doctor, ...(body as object), version: 3 })
  const user = await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Dr. Nia Novak' })).toBeVisible()
  await user.type(screen.getByLabelText('LinkedIn (optional)'), 'https://linkedin.example/nia')
  await user.click(screen.getByLabelText('Weight Loss'))
  await user.click(screen.getByLabelText('Allergy Testing'))
  expect(screen.getByText(/^2 coming appointments of treatments/)).toBeVisible()
  await user.click(save())
  expect(await screen.findByText('Dr. Nia Novak is saved')).toBeVisible()
  expect(server.callsOf('PUT', PATH)[0]?.body).toEqual({
    name: 'Dr. Nia Novak',
    email: 'nia@example.com',
    designation: '',
    specialty: 'Allergy Testing',
    facebook: '',
    linkedin: 'https://linkedin.example/nia',
    twitter: '',
    npi: '',
    treatments: [WEIGHT],
    version: 2,
  })
})

it('keeps the input if another admin was faster, and shows their change', async () => {
  const theirs = { ...doctor, designation: 'Allergist', treatments: [WEIGHT], version: 3 }
  server.answers[`PUT ${PATH}`] = () =>
    refusal(409, 'Overtaken', { code: 'stale', current: theirs })
  const user = await open()
  await user.type(screen.getByLabelText('Name'), '-Jones')
  await user.click(save())
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('DesignationAllergist')
  expect(alert).toHaveTextContent('TreatmentsWeight Loss')
  expect(screen.getByLabelText('Name')).toHaveValue('Dr. Nia Novak-Jones')
  expect(screen.getByLabelText('Weight Loss')).toBeChecked()
  await user.click(save())
  expect(server.callsOf('PUT', PATH).at(-1)?.body).toMatchObject({
    name: 'Dr. Nia Novak-Jones',
    designation: 'Allergist',
    version: 3,
  })
})

it('shows the server’s refusal beside its field', async () => {
  const taken = 'A doctor with this email already exists.'
  server.answers[`PUT ${PATH}`] = () => refusal(409, taken, { code: 'doctor_exists' })
  const user = await open()
  await user.type(screen.getByLabelText('Facebook (optional)'), 'facebook')
  await user.click(save())
  expect(await screen.findByText('Enter an address that begins with https://')).toBeVisible()
  await user.clear(screen.getByLabelText('Facebook (optional)'))
  await user.click(save())
  await screen.findByText(taken)
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(taken)
})

it('says that a doctor is removed, and can load again after a failure', async () => {
  server.answers['GET /doctor'] = () => refusal(400, 'Not today')
  const { user } = openPage()
  await screen.findByText('We couldn’t load this doctor')
  server.answers['GET /doctor'] = () => Response.json([])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No such doctor')).toBeVisible()
})
