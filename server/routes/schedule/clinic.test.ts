import { describe, expect, test } from 'vitest'
import { type ClinicState, changeOf } from '#contract/clinic/clinic-settings.ts'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'
import { putPlan } from '#drizzle/queries/schedule/hours.ts'
import { eventsOf, seededFile } from '#drizzle/testing/seeded-database.ts'
import {
  bookingOf,
  buildTestApp,
  CLINIC_SETTINGS,
  contentsOf,
  signIn,
  signInAdmin,
  signInStaff,
  withoutChange,
} from '#server/testing/test-app.ts'

async function start(options?: Parameters<typeof buildTestApp>[0]) {
  const api = await buildTestApp(options)
  const admin = await signInAdmin(api)
  const { uid } = admin
  const read = async (): Promise<ClinicState> => (await admin.get('/clinic/settings')).json()
  const save = (payload: object) => admin.put('/clinic/settings', payload)
  const details = async () => (await api.app.inject('/clinic')).json()
  return { api, uid, read, save, details }
}

test('a new database has the specified texts, and the rules of the environment', async () => {
  const { details, read } = await start({ env: { BOOKING_HORIZON_DAYS: '120' } })
  expect(await details()).toEqual(DEFAULT_CLINIC)
  expect(await read()).toEqual({
    ...CLINIC_SETTINGS,
    phone: DEFAULT_CLINIC.phone,
    dialablePhone: DEFAULT_CLINIC.dialablePhone,
    hoursFromSchedule: 'Monday to Friday 09:00am to 05:00pm',
    version: 0,
    bookingHorizonDays: 120,
    siblingGapMinutes: 15,
  })
})

describe('PUT /clinic/settings', () => {
  test('changes what visitors read, stores only differences, and reports the changes', async () => {
    const { api, uid, save, details } = await start()
    const response = await save({ ...CLINIC_SETTINGS, version: 0 })
    expect([response.statusCode, response.json().version]).toEqual([200, 1])
    expect(await details()).toEqual({
      ...DEFAULT_CLINIC,
      phone: CLINIC_SETTINGS.phone,
      dialablePhone: '+15035550199',
    })
    expect(contentsOf(api.db).clinic_settings).toMatchObject([
      {
        id: 1,
        version: 1,
        details: '{"phone":"(503) 555-0199","bookingHorizonDays":30,"siblingGapMinutes":20}',
      },
    ])
    expect(eventsOf(api.db, 'clinic')).toMatchObject([
      {
        kind: 'clinic.changed',
        actor: uid,
        data: { fields: ['phone', 'bookingHorizonDays', 'siblingGapMinutes'] },
      },
    ])
    expect(api.wakes()).toBeGreaterThan(0)
  })

  test('dials numbers without a country code in the clinic’s country from now on', async () => {
    const { api, save, details } = await start()
    const rita = await signInStaff(api, 'rita@example.com')
    const family = { name: 'Zoë Grandmother', phone: '020 7946 0958' }
    const { _id: id } = (await rita.post('/families', family)).json()
    const dialed = async () => [
      (await details()).dialablePhone,
      (await rita.get(`/families/${id}`)).json().dialablePhone,
    ]
    expect(await dialed()).toEqual(['+15035550142', null])
    await save({ ...CLINIC_SETTINGS, phone: '(0113) 496 0123 x5', country: 'GB', version: 0 })
    expect(await dialed()).toEqual(['+441134960123;ext=5', '+442079460958'])
  })

  test('writes nothing when nothing differs', async () => {
    const { api, read, save } = await start()
    const settings = changeOf(await read())
    const saved = await withoutChange(api, () => save(settings))
    expect(saved.statusCode).toBe(200)
  })

  test('refuses an admin’s change after another admin’s, with the current settings', async () => {
    const { api, read, save } = await start()
    await save({ ...CLINIC_SETTINGS, version: 0 })
    const late = await withoutChange(api, () =>
      save({ ...CLINIC_SETTINGS, city: 'Salem', version: 0 }),
    )
    expect([late.statusCode, late.json().code]).toEqual([409, 'stale'])
    expect(late.json().current).toEqual(await read())
  })

  test('limits at once how far ahead and how much patients book', async () => {
    const { api, save } = await start()
    const anna = await signIn(api, 'anna@example.com')
    const book = async (date: string) =>
      (await anna.post('/appointments', bookingOf(anna, { date }))).statusCode
    await save({ ...CLINIC_SETTINGS, unpaidAppointments: 1, version: 0 })
    const { clinic } = (await api.app.inject('/config')).json()
    expect(clinic.lastDay).toBe('2027-03-31')
    expect([await book('2027-04-01'), await book('2027-03-31'), await book('2027-03-30')]).toEqual([
      400, 201, 422,
    ])
  })

  test('refuses each wrong value at its field, and changes nothing', async () => {
    const { api, save } = await start()
    const before = contentsOf(api.db)
    for (const [field, value, message] of [
      ['name', ' ', 'Short name is required'],
      ['phone', 'call us', 'Enter a valid phone number, such as (503) 555-0142 ext. 12'],
      ['phone', '+--', 'Enter a valid phone number, such as (503) 555-0142 ext. 12'],
      ['email', 'hello', 'Enter a valid email address'],
      ['country', 'XX', 'Choose a country'],
      ['facebook', 'http://facebook.example', 'Enter an address that begins with https://'],
      ['twitter', 'javascript:alert(1)//https://', 'Enter an address that begins with https://'],
      ['linkedin', 'https://user:x@example.com', 'Enter an address that begins with https://'],
      [
        'instagram',
        'https://example.com/"><b>',
        'Write this address as https://example.com/%22%3E%3Cb%3E',
      ],
      ['bookingHorizonDays', 0, 'Enter a whole number from 1 to 730'],
      ['secondReminderTime', '4 pm', 'Enter a time, like 16:00'],
      ['quietFrom', '24:00', 'Enter a time, like 16:00'],
      ['firstReminderDays', -1, 'Enter a whole number from 0 to 30'],
      ['reminderMinimumHours', 169, 'Enter a whole number from 0 to 168'],
      ['bookingHorizonDays', 1.5, 'Enter a whole number from 1 to 730'],
    ] as const) {
      const response = await save({ ...CLINIC_SETTINGS, [field]: value, version: 0 })
      const issues = [{ path: field, message }]
      expect([response.statusCode, response.json().issues]).toEqual([400, issues])
    }
    expect(contentsOf(api.db)).toEqual(before)
  })
})

describe('the hours in words', () => {
  const HOURS = [[], [{ from: 540, to: 720 }], [], [], [], [], []]

  test('follow the opening hours from their day on, unless an admin has written others', async () => {
    const { api, save, details } = await start()
    putPlan(api.db, null, { validFrom: '2027-03-02', week: HOURS })
    expect((await details()).hours).toBe('Monday to Friday 09:00am to 05:00pm')
    api.setTime(new Date('2027-03-02T17:00:00Z'))
    expect((await details()).hours).toBe('Monday 09:00am to 12:00pm')
    await save({ ...CLINIC_SETTINGS, hours: 'Mondays', version: 0 })
    expect((await details()).hours).toBe('Mondays')
  })

  test('include changes by another process', async () => {
    const { db, other } = seededFile()
    const { details } = await start({ db })
    await details()
    putPlan(other, null, { validFrom: '2027-01-01', week: HOURS })
    expect((await details()).hours).toBe('Monday 09:00am to 12:00pm')
  })
})
