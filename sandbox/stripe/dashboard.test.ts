import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { DASHBOARD, stripeDashboard } from './dashboard.ts'
import { openIntent, startSandbox } from './testing/harness.ts'

async function openDashboard() {
  const { sandbox, stripe } = await startSandbox()
  const app = Fastify()
  await app.register(stripeDashboard, { control: sandbox.control })
  onTestFinished(() => app.close())
  const press = (path: string, body = '') =>
    app.inject({
      method: 'POST',
      url: `${DASHBOARD}/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  return { app, sandbox, stripe, press, read: async () => (await app.inject(DASHBOARD)).body }
}

const paid = { confirm: true, payment_method: 'pm_card_visa' }

it('lists payments, newest first, without inline scripts and styles', async () => {
  const { stripe, read } = await openDashboard()
  expect(await read()).toContain('Nothing has been paid yet')
  const [first, second] = [await openIntent(stripe, paid), await openIntent(stripe, paid)]
  const page = await read()
  expect(page.indexOf(second.id)).toBeLessThan(page.indexOf(first.id))
  expect(page).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/)
})

it('refunds a part or the rest, and lets refunds fail', async () => {
  const { sandbox, stripe, press, read } = await openDashboard()
  const { id } = await openIntent(stripe, paid)
  expect(await press(`${id}/refund`, 'dollars=5.50')).toMatchObject({
    statusCode: 303,
    headers: { location: DASHBOARD },
  })
  await press(`${id}/refund`, 'dollars=')
  const amounts = () =>
    sandbox.control.record().refunds.map(({ amount, status }) => [amount, status])
  expect(amounts()).toEqual([
    [550, 'succeeded'],
    [7000, 'succeeded'],
  ])
  await press(`${sandbox.control.record().refunds[0]?.id}/fail`)
  expect(amounts()[0]).toEqual([550, 'failed'])
  expect(await read()).toContain('Refund of $5.50: failed')
})

it('accepts no requests from pages of other sites', async () => {
  const { app, sandbox, stripe } = await openDashboard()
  const { id } = await openIntent(stripe, paid)
  const headers = { 'sec-fetch-site': 'cross-site' }
  const response = await app.inject({ method: 'POST', url: `${DASHBOARD}/${id}/dispute`, headers })
  expect(response.statusCode).toBe(403)
  expect(sandbox.control.record().disputes).toEqual([])
})

it('opens and decides disputes, and explains refusals', async () => {
  const { stripe, press, read } = await openDashboard()
  const { id } = await openIntent(stripe, paid)
  await press(`${id}/dispute`)
  expect(await read()).toContain('dispute open')
  await press(`${id}/lose`)
  expect(await read()).toContain('dispute lost')
  const refused = await press(`${id}/win`)
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    expect.stringContaining('no open dispute'),
  ])
  expect((await press('pi_0/refund')).statusCode).toBe(404)
  expect((await press(`${id}/refund`, 'dollars=-1')).statusCode).toBe(400)
})
