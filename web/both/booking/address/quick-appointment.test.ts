// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import {
  forgetQuickAppointment,
  QUICK_APPOINTMENT_KEY,
  readQuickAppointment,
  treatmentForService,
} from './quick-appointment.ts'

beforeEach(() => sessionStorage.clear())

const typed = { name: 'Paula', date: '2026-06-09', service: 'Weight Loss', phone: '555 0100' }

describe('the quick form’s values', () => {
  it('come from the router’s state', () => {
    expect(readQuickAppointment({ quick: typed })).toEqual(typed)
  })

  it('come from session storage after a login, once', () => {
    sessionStorage.setItem(QUICK_APPOINTMENT_KEY, JSON.stringify(typed))
    expect(readQuickAppointment(null)?.phone).toBe('555 0100')
    forgetQuickAppointment()
    expect(readQuickAppointment(null)).toBeNull()
  })

  it('may be incomplete; values that are not text are ignored', () => {
    expect(readQuickAppointment({ quick: { phone: 5, date: ' ' } })).toEqual({
      name: '',
      date: '',
      service: '',
      phone: '',
    })
  })

  it.each(['{', 'null', '"text"', '[1]'])('are null if storage contains %s', (text) => {
    sessionStorage.setItem(QUICK_APPOINTMENT_KEY, text)
    expect(readQuickAppointment({ from: '/' })?.date ?? '').toBe('')
  })
})

describe('the treatment for a service of the quick form', () => {
  const treatments = ['Vaccinations/Immunizations', 'Nutrition Services', 'Weight Loss'].map(
    (name) => ({ _id: name, name, slots: [], price: 50 }),
  )

  it.each([
    ['Vaccinations/Immunizations', 'Vaccinations/Immunizations'],
    ['Nutrition Treatment', 'Nutrition Services'],
    ['Something else', undefined],
    ['', undefined],
  ])('%s: %s', (service, name) => {
    expect(treatmentForService(service, treatments)?.name).toBe(name)
  })
})
