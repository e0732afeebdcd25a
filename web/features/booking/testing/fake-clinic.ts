import { vi } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { Block } from '#contract/booking/blocks.ts'
import type { NextTimes } from '#contract/booking/next-times.ts'
import type { Contact } from '#contract/contact/contact.ts'
import type { Child } from '#contract/guardians/children.ts'
import type { Treatment } from '#contract/schedule/treatments.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { saveSession } from '#web/lib/session.ts'

export const MORNING = '09:00 AM - 09:30 AM'
export const NOON = '12:00 PM - 12:30 PM'

// 2026-06-05 is a Friday; the Monday after it is a closure.
export const config = {
  clinic: {
    today: '2026-06-05',
    timeZone: 'America/New_York',
    // It is 2 PM.
    nextDayIn: 36_000_000,
    lastDay: '2026-07-30',
    closures: ['2026-06-08'],
  },
  onlineRules: { changeUntilHours: 2, mostMoves: 3 },
  identity: { mode: 'emulator', apiKey: 'key', authDomain: 'localhost', projectId: 'sprout' },
  payments: { publishableKey: 'pk_test' },
}
export const treatments: Treatment[] = [
  { _id: 'allergy', name: 'Allergy Testing', slots: [MORNING, NOON], price: 120 },
  { _id: 'weight', name: 'Weight Loss', slots: [NOON], price: 80.5 },
  { _id: 'nutrition', name: 'Nutrition Services', slots: [], price: 60 },
]

export const mia: Child = {
  _id: 'mia',
  name: 'Mia',
  birthDate: '2021-06-05',
  archived: false,
  isOwner: true,
  mayBook: true,
  mayPay: true,
  receivesEmail: true,
}
export const noa: Child = { ...mia, _id: 'noa', name: 'Noa' }

/** An answer of the server. */
export const json = (body: unknown, status = 200) => Response.json(body, { status })

/** The clinic's server: a test says what it answers and reads what it was asked. */
export function fakeClinic() {
  const clinic = {
    available: (_date: string) => json(treatments),
    book: (_body: Record<string, unknown>) => json({}, 500),
    /** The days of `GET /available`. */
    asked: [] as string[],
    /** The bodies of `POST /appointments`. */
    booked: [] as Record<string, unknown>[],
    /** For whom the user may book. */
    children: [] as Child[],
    listChildren: (): Response | Promise<Response> =>
      json({ today: config.clinic.today, children: clinic.children }),
    /** The answer of `GET /available/next`. */
    next: [] as NextTimes[],
    /** What the user keeps in the profile. */
    contact: { phone: null, address: null } as Contact,
    /** The limit of unpaid appointments, once it is reached. */
    unpaidLimit: 0,
    /** What the user has booked before. */
    appointments: [] as Appointment[],
    /** The times that fit all of the children who are asked for. */
    blocks: [] as Block[],
    /** The queries of `GET /appointment-blocks`. */
    askedTogether: [] as string[],
    /** The answer of `GET /appointment-series`. */
    series: (): Response => json([]),
    /** Its queries. */
    askedSeries: [] as string[],
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const url = new URL(path, 'http://localhost')
    if (url.pathname === '/config') return json(config)
    if (url.pathname === '/contact') return json(clinic.contact)
    if (url.pathname === '/children') return clinic.listChildren()
    if (url.pathname === '/appointments' && init.method !== 'POST') {
      const headers = { 'x-unpaid-limit': String(clinic.unpaidLimit) }
      return Response.json(clinic.appointments, { headers })
    }
    if (url.pathname === '/appointment-blocks' && init.method !== 'POST') {
      clinic.askedTogether.push(url.search)
      return json(clinic.blocks)
    }
    if (url.pathname === '/appointment-series' && init.method !== 'POST') {
      clinic.askedSeries.push(url.search)
      return clinic.series()
    }
    if (url.pathname === '/available/next') return json(clinic.next)
    if (url.pathname === '/available') {
      const date = url.searchParams.get('date') ?? ''
      clinic.asked.push(date)
      return clinic.available(date)
    }
    const body = JSON.parse(String(init.body)) as Record<string, unknown>
    clinic.booked.push(body)
    return clinic.book(body)
  })
  saveSession({ accessToken: 'token', user: parent })
  return clinic
}
