import { expect, test } from 'vitest'
import { buildPayingTest, listPayments, openIntent } from '../../server/testing/paying.ts'
import { signInAdmin } from '../../server/testing/test-app.ts'
import { startProduct } from '../testing/start-product.ts'

test('a removed user’s account goes at the provider, when that can be reached, and no open payment stays', async () => {
  const api = await buildPayingTest()
  const { session, stripe, identity, appointmentId } = api
  const intentId = await openIntent(api)
  const { headers } = await signInAdmin(api)
  identity.unavailable = true
  await api.app.inject({ method: 'DELETE', url: `/user/${session.email}`, headers })

  const { lines } = startProduct(api, { attempts: 1000 })
  await expect.poll(() => stripe.intents.get(intentId)?.status).toBe('canceled')
  await expect.poll(() => listPayments(api.db, appointmentId)[0]?.state).toBe('closed')
  await expect.poll(() => lines.filter(({ level }) => level === 'warn').length).toBeGreaterThan(0)
  expect(identity.accounts.has(session.uid)).toBe(true)
  identity.unavailable = false
  await expect.poll(() => identity.accounts.has(session.uid), { timeout: 20_000 }).toBe(false)
})
