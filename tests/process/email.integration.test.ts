import { createConnection } from 'node:net'
import { addDays } from 'date-fns/addDays'
import { format } from 'date-fns/format'
import { nextMonday } from 'date-fns/nextMonday'
import { expect, it } from 'vitest'
import type { Appointment } from '#contract/booking/appointments.ts'
import type { SessionResponse } from '#contract/identity/users.ts'
import { signIn } from '#sandbox/firebase-auth/testing.ts'
import { startMailServer } from '#sandbox/smtp/testing/mail-server.ts'
import { call } from '../browser/member.ts'
import type { RunningSite } from '../support/running-site.ts'
import { startSiteForTest } from '../support/start-site-for-test.ts'

// From a booking to a mailbox, with the processes of `npm start`.

const PARENT = 'parent@example.com'

async function start(env: Record<string, string> = {}): Promise<RunningSite> {
  const site = await startSiteForTest({ env: { RATE_LIMIT: 'off', ...env } })
  await site.identityReady()
  return site
}

/** Books as the demo parent; returns the appointment's id. */
async function book({ url }: RunningSite): Promise<string> {
  const { answer } = await signIn(url, PARENT, 'parent123')
  const { token } = await call<SessionResponse>('PUT', `${url}/users/${PARENT}`, {
    bearer: answer.idToken,
    body: { email: PARENT },
  })
  const body = {
    treatment: 'Allergy Testing',
    date: format(nextMonday(addDays(new Date(), 7)), 'yyyy-MM-dd'),
    slot: '09:00 AM - 09:30 AM',
    price: 110,
    email: PARENT,
    phone: '+1 503 555 0100',
    address: '1 Orchard Lane',
  }
  return (
    await call<{ booking: Appointment }>('POST', `${url}/appointments`, { bearer: token, body })
  ).booking._id
}

it('arrives in the sandbox mailbox without any setting', async () => {
  const site = await start()
  const id = await book(site)
  const emails = async () => {
    const headers = { accept: 'application/json' }
    const { messages } = await (await fetch(`${site.url}/sandbox/mailbox`, { headers })).json()
    return messages.filter(({ to }: { to: string }) => to === PARENT)
  }
  await expect.poll(emails, { timeout: 30_000 }).toHaveLength(1)
  const [email] = await emails()
  expect(email.subject).toMatch(/^Appointment confirmed: Mon, /)
  expect(email.text).toContain(`${site.url}/dashboard/appointment/${id}`)
})

it('is sent by the clinic’s server, and no other is started', async () => {
  const server = await startMailServer()
  const MAIL_FROM = 'Clinic <desk@clinic.example>'
  const site = await start({ SMTP_URL: server.url, MAIL_FROM })
  await book(site)
  await expect.poll(server.received, { timeout: 30_000 }).toHaveLength(1)
  const [email] = await server.received()
  expect(email).toMatchObject({
    from: { name: 'Clinic', address: 'desk@clinic.example' },
    envelope: { from: 'desk@clinic.example', to: [PARENT] },
  })
  expect(email?.attachments.map(({ mimeType }) => mimeType)).toContain('text/calendar')
  const refused = new Promise<string>((resolve) => {
    const socket = createConnection(site.ports.SMTP_SANDBOX_PORT, '127.0.0.1')
    socket.on('connect', () => resolve('connected'))
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)))
  })
  expect(await refused).toBe('ECONNREFUSED')
})
