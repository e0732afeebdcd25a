import { expect, it } from 'vitest'
import { events } from '#drizzle/schema/index.ts'
import { buildTestApp, type Session, signIn } from '#server/testing/test-app.ts'

it('stores phone and address of the user only, and records that they changed without their values', async () => {
  const test = await buildTestApp()
  const anna = await signIn(test, 'anna@example.com')
  const boris = await signIn(test, 'boris@example.com')
  const read = async (by: Session) => (await by.get('/contact')).json()
  const save = (payload: object) => anna.put('/contact', payload)

  expect(await read(anna)).toEqual({ phone: null, address: null })
  const kept = { phone: '(503) 555-0142', address: '1 Orchard Lane' }
  expect((await save(kept)).json()).toEqual(kept)
  await save(kept)
  expect(await read(anna)).toEqual(kept)
  expect(await read(boris)).toEqual({ phone: null, address: null })
  expect((await save({ phone: 'none', address: '' })).statusCode).toBe(400)
  const recorded = test.db.select().from(events).all()
  expect(recorded.filter(({ kind }) => kind === 'user.contact_changed')).toMatchObject([
    { actor: anna.uid, subject: anna.uid, data: {} },
  ])
})
