import { expect, test } from 'vitest'
import { countStatements } from '#drizzle/testing/count-statements.ts'
import { book } from '#server/testing/paying.ts'
import { buildTestApp, signIn, signInAdmin, type TestApp } from '#server/testing/test-app.ts'

const DAYS = ['Mar 3, 2027', 'Mar 4, 2027', 'Mar 5, 2027', 'Mar 8, 2027']

/** How many statements a call runs. */
const statementsOf = ({ app, db }: TestApp, url: string, headers: Record<string, string>) =>
  countStatements(db, async () => {
    expect((await app.inject({ url, headers })).statusCode).toBe(200)
  })

test.each([
  ['/appointments?patient=anna%40example.com', 'family'],
  ['/appointments/history', 'family'],
  ['/agenda?date=2027-03-02&days=7', 'admin'],
  ['/agenda/to-settle', 'admin'],
  ['/treatments', 'admin'],
  ['/payments', 'admin'],
  ['/families?search=example', 'admin'],
  ['/users?search=example', 'admin'],
])('%s runs no statement for each row', async (url, caller) => {
  const api = await buildTestApp()
  const anna = await signIn(api, 'anna@example.com')
  await book(api, anna)
  const isPast = /history|settle/.test(url)
  const count = async () => {
    if (isPast) api.setTime(new Date('2027-03-10T15:00:00Z'))
    const email = 'anna@example.com'
    const { headers } = await (caller === 'admin' ? signInAdmin(api) : signIn(api, email))
    // At first, a call may prepare statements and record a view.
    const counts = [await statementsOf(api, url, headers)]
    // And now and then the settings are read again.
    for (let time = 0; time < 3; time += 1) counts.push(await statementsOf(api, url, headers))
    return Math.min(...counts)
  }
  const early = new Date('2027-03-01T15:00:00Z')
  const short = await count()
  api.setTime(early)
  const again = await signIn(api, 'anna@example.com')
  for (const date of DAYS) await book(api, again, { date })
  expect(await count()).toBeLessThan(short + DAYS.length)
})
