import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generateApi } from 'swagger-typescript-api'
import { expect, it } from 'vitest'
import { temporaryFolder } from '#drizzle/testing/temporary-folder.ts'
import { buildTestApp, FIRST_SLOT, TUESDAY } from './testing/test-app.ts'

/** The part of the generated client that the test uses. */
type Method<Input extends unknown[], Data> = (
  ...input: Input
) => Promise<{ status: number; data: Data }>
interface Client {
  sessions: { openSession: Method<[email: string, body: object], { token: string }> }
  treatments: {
    listAvailable: Method<[query: object], { _id: string; name: string; price: number }[]>
  }
  appointments: {
    bookAppointment: Method<[body: object], object>
    listAppointments: Method<[query: object], object[]>
  }
  setSecurityData(token: string): void
}

// Generating takes half a minute on a busy machine.
const TIMEOUT_MS = 180_000

it(
  'a client that is generated from the documentation books an appointment',
  async () => {
    const { app, identity } = await buildTestApp()
    const spec = (await app.inject('/docs/json')).json()
    const { files } = await generateApi({
      ...{ spec, output: false, silent: true, httpClientType: 'fetch', moduleNameFirstTag: true },
    })
    const file = join(temporaryFolder(), 'client.ts')
    writeFileSync(file, files[0]?.fileContent ?? '')
    const { Api } = await import(pathToFileURL(file).href)

    const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
    const client: Client = new Api({
      baseUrl,
      securityWorker: (token: string | null) =>
        token && { headers: { authorization: `Bearer ${token}` } },
    })
    const email = 'anna@example.com'
    const date = TUESDAY

    const [treatment] = (await client.treatments.listAvailable({ date })).data
    client.setSecurityData(identity.tokenFor({ uid: 'anna', email }))
    const { data: session } = await client.sessions.openSession(email, { email })
    client.setSecurityData(session.token)
    const booked = await client.appointments.bookAppointment({
      ...{ treatment: treatment?.name, price: treatment?.price, date, slot: FIRST_SLOT },
      ...{ patientName: 'Anna', email, phone: '503-555-0100', address: '1 Main Street' },
    })
    expect(booked).toMatchObject({ status: 201, data: { success: true } })
    const own = await client.appointments.listAppointments({ patient: email })
    expect(own.data).toMatchObject([{ treatment: treatment?.name, slot: FIRST_SLOT }])
  },
  TIMEOUT_MS,
)
