// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { fetched } from '#web/testing/fetched.ts'
import { createAppointment } from './appointments-api.ts'

const wanted = {
  treatment: 'Allergy Testing',
  date: 'Jun 6, 2022',
  slot: '09:00 AM - 09:30 AM',
  price: 75,
  email: 'parent@example.com',
  phone: '503 555 0100',
  address: '1 Home Street',
}

it('resolves to a refusal', async () => {
  const refusal = {
    success: false,
    code: 'slot_taken',
    message: 'That slot has just been taken',
    booking: { date: wanted.date, slot: wanted.slot },
    alternatives: ['09:30 AM - 10:00 AM'],
  }
  fetched.mockResolvedValue(Response.json(refusal, { status: 409 }))
  await expect(createAppointment(wanted)).resolves.toEqual(refusal)
})

it('rejects for everything else', async () => {
  const error = { code: 'bad_input', message: 'Slot is not offered that day' }
  fetched.mockResolvedValue(Response.json(error, { status: 400 }))
  await expect(createAppointment(wanted)).rejects.toMatchObject({ status: 400, ...error })
})
