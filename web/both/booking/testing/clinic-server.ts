import { beforeEach, vi } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { BlockObstacles } from '#contract/booking/block-obstacles-calls.ts'
import type { Block } from '#contract/booking/blocks.ts'
import type { NextTimes } from '#contract/booking/next-times.ts'
import type { Contact } from '#contract/contact/contact.ts'
import type { Child } from '#contract/guardians/children.ts'
import { parent } from '#machines/testing/auth/auth-walks.ts'
import { saveSession } from '#web/lib/session.ts'
import { config, json, treatments } from './fake-clinic.ts'

/** Defaults that a test can override. */
const usual = () => ({
  available: (_date: string): Response | Promise<Response> => json(treatments),
  book: (_body: Record<string, unknown>) => json({}, 500),
  /** The days of `GET /available`. */
  asked: [] as string[],
  /** The bodies of `POST /appointments`. */
  booked: [] as Record<string, unknown>[],
  /** The children that the user may book for. */
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
  /** The times that suit all of the requested children. */
  blocks: [] as Block[],
  /** Why there are none. */
  obstacles: { children: [], nextDay: null } as BlockObstacles,
  /** The queries of `GET /appointment-blocks`. */
  askedTogether: [] as string[],
  /** The answer of `GET /appointment-series`. */
  series: (): Response => json([]),
  /** Its queries. */
  askedSeries: [] as string[],
})

/**
 * The clinic's server in a test file, with a parent logged in. A test sets its responses and reads its
 * requests.
 */
export const clinic = usual()

beforeEach(() => {
  Object.assign(clinic, usual())
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const url = new URL(path, 'http://localhost')
    if (url.pathname === '/config') return json(config)
    if (url.pathname === '/contact') return json(clinic.contact)
    if (url.pathname === '/children') return clinic.listChildren()
    if (url.pathname === '/appointments' && init.method !== 'POST') {
      const headers = { 'x-unpaid-limit': String(clinic.unpaidLimit) }
      return Response.json(clinic.appointments, { headers })
    }
    if (url.pathname === '/appointment-blocks/obstacles') return json(clinic.obstacles)
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
})
