import { type Browser, expect, type Page } from '@playwright/test'
import type { StatelyInspectionEvent } from '@statelyai/inspect'
import type { ViteDevServer } from 'vite'
import type { StateValue } from 'xstate'
import { testEnv } from '#domain/testing/settings.ts'
import { leavesOf } from '#machines/graph.ts'
import { createDevServer } from '#scripts/dev-server.ts'
import { providerSessionOf, register, sessionOf } from './member.ts'
import { withOwnContext as test } from './test.ts'
import { DAYS, selectTreatment, workingDay } from './visitor.ts'

// Pages as `npm run dev` serves them, with the API of the site under test.

/** Stands in for Stately's window: collects what it receives. */
const RECEIVER = `<!doctype html><title>Receiver</title><script>
  window.received = []
  addEventListener('message', ({ data }) => { if (data?._version) received.push(data) })
  opener.postMessage({ type: '@statelyai.connected' }, '*')
</script>`

const PHONE = '+1 503 555 0177'
const ADDRESS = '7 Quokka Lane'
const SLOT = '10:00 AM - 10:30 AM'

let vite: ViteDevServer
let url = ''
/** Shared by all tests: its browser caches the many modules that a page loads in development. */
let visitor: Awaited<ReturnType<typeof arrive>>

test.beforeAll(async ({ browser }) => {
  const api = process.env.SPROUT_TEST_URL ?? ''
  vite = await createDevServer({ env: testEnv(), api, port: 0, config: { logLevel: 'error' } })
  await vite.listen()
  const address = vite.httpServer?.address()
  if (!(address instanceof Object)) throw new Error('Vite listens to no port')
  url = `http://localhost:${address.port}`
  visitor = await arrive(browser)
})
test.afterEach(async () => {
  for (const page of visitor.context.pages()) await page.close()
})
test.afterAll(async () => {
  await visitor.context.close()
  await vite.close()
})

/** Logs a new parent in, and collects page errors and violations of the security policy. */
async function arrive(browser: Browser) {
  const parent = await register('Quentin Quokka')
  const storage = { ...sessionOf(parent), ...(await providerSessionOf(parent)) }
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }))
  const origins = [{ origin: url, localStorage }]
  const context = await browser.newContext({ storageState: { cookies: [], origins } })
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(error.error().message))
  context.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  return { context, parent, complaints }
}

/** Opens the booking with inspection on. */
async function openBooking(page: Page, day: string, inspect: string): Promise<Page> {
  const [receiver] = await Promise.all([
    page.waitForEvent('popup'),
    page.goto(`${url}/appointment?date=${day}&${inspect}`),
  ])
  await expect(page.getByRole('button', { name: 'Select Treatment' }).first()).toBeVisible()
  return receiver
}

async function bookIn(page: Page) {
  await selectTreatment(page, 'Allergy Testing')
  await page.getByRole('button', { name: SLOT }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill(PHONE)
  await dialog.getByLabel('Address').fill(ADDRESS)
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByText('Appointment is set on').first()).toBeVisible()
}

/** The states of a machine, in the order in which the receiver got them. */
function statesOf(events: readonly StatelyInspectionEvent[], name: string): string[] {
  const actors = events.flatMap((event) =>
    event.type === '@xstate.actor' && event.name === name ? [event.sessionId] : [],
  )
  const states = events.flatMap((event) => {
    if (event.type !== '@xstate.snapshot' || !actors.includes(event.sessionId)) return []
    const { value } = event.snapshot as { value?: StateValue }
    return value === undefined ? [] : [leavesOf(value).join(' + ')]
  })
  return states.filter((state, index) => state !== states[index - 1])
}

test('Stately’s inspector gets every state of a booking in order, and no personal data', async () => {
  const { context, parent, complaints } = visitor
  const page = await context.newPage()
  await context.route('https://stately.ai/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: RECEIVER }),
  )
  const receiver = await openBooking(page, workingDay(DAYS.inspection), 'inspect')
  await bookIn(page)

  const received = () =>
    receiver.evaluate(() => (globalThis as unknown as { received: never[] }).received)
  const bookingStates = async () => statesOf(await received(), 'booking')
  await expect.poll(bookingStates).toContain('booked.appointment')
  expect(await bookingStates()).toEqual([
    'date.loadingTreatments',
    'treatment.choosing.undisturbed',
    'slot.choosing.undisturbed',
    'dialog.loadingChildren',
    'dialog.fillingForm',
    'confirm',
    'booked.appointment',
  ])
  const events: StatelyInspectionEvent[] = await received()
  const names = events.map((event) => ('name' in event ? event.name : ''))
  for (const name of ['auth', 'booking', 'loadTreatments', 'loadChildren', 'createAppointment']) {
    expect(names).toContain(name)
  }

  const sent = JSON.stringify(events)
  expect(sent).toContain('"[phone]"')
  const { name, email, uid, session, idToken, refreshToken } = parent
  const canaries = [name, 'Quokka', email, uid, PHONE, session.token, idToken, refreshToken]
  expect(canaries.filter((canary) => sent.includes(canary))).toEqual([])
  expect(complaints).toEqual([])
})

test('/flows draws the running machines, with their states and events', async () => {
  const { context, parent, complaints } = visitor
  const page = await context.newPage()
  const flows = await openBooking(page, workingDay(DAYS.inspection), 'inspect=flows')
  const booking = flows.locator('section', { has: flows.getByRole('heading', { name: 'booking' }) })
  await expect(booking.getByRole('status')).toHaveText('treatment.choosing.undisturbed')
  await selectTreatment(page, 'Weight Loss')
  await expect(booking.getByRole('status')).toHaveText('slot.choosing.undisturbed')
  await expect(booking.getByRole('listitem').last()).toHaveText('treatment.choose')
  await booking.locator('figure[aria-busy="false"]').waitFor()
  // The diagram marks only the active states.
  await expect(booking.locator('figure svg .active')).toHaveText('undisturbed')
  await expect(flows.getByRole('heading', { name: 'auth' })).toBeVisible()
  expect(await flows.content()).not.toContain(parent.email)
  expect(complaints).toEqual([])
})

test('a page without the parameter is not inspected', async () => {
  const { context } = visitor
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto(`${url}/appointment`)
  await expect(page.getByRole('heading', { name: 'Choose a day' })).toBeVisible()
  expect(loaded.filter((file) => file.includes('statelyai'))).toEqual([])
  expect(context.pages()).toHaveLength(1)
})
