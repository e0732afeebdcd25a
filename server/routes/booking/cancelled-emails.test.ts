import { beforeEach, expect, it } from 'vitest'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { buildFamilyTest, type FamilyTest } from '#server/testing/family.ts'
import { payByCard } from '#server/testing/paying.ts'
import { type Session, sendEmails, signInStaff } from '#server/testing/test-app.ts'

// Emails say who canceled from each reader's point of view, and mention money to its payer only:
// docs/requirements.md#what-emails-say.

let test: FamilyTest

beforeEach(async () => {
  test = await buildFamilyTest()
  await payByCard({ ...test, session: test.anna })
})

/** Cancels, and returns the texts of the emails to Anna, who paid, and to Boris. */
async function cancelBy(by: Session, body: object): Promise<{ anna: string; boris: string }> {
  const url = `/appointments/${test.appointmentId}/cancel`
  const response = await by.post(url, { version: 0, ...body })
  expect(response.statusCode).toBe(200)
  await sendEmails(test)
  const textTo = ({ email }: Session) => {
    const subject = test.emails.sent.find(
      ({ kind, recipient }) => kind === 'cancelled' && recipient.address === email,
    )
    return subject ? composeEmail(subject, SENDER).text.replace(/\s+/g, ' ') : ''
  }
  return { anna: textTo(test.anna), boris: textTo(test.boris) }
}

const YOU = 'You canceled this appointment.'
const OTHER = 'Another guardian canceled this appointment.'
const MONEY = /refund|\$110/

it('tells the payer that the other guardian canceled, and how much is refunded', async () => {
  const { anna, boris } = await cancelBy(test.boris, { refund: 0, rule: 'other_payer' })
  expect(anna).toContain(OTHER)
  expect(anna).toMatch(/It was canceled \d+ hours? before: full refund of \$110\./)
  expect(anna).not.toMatch(/You cancel|as requested/)
  expect(boris).toContain(YOU)
  expect(boris).not.toMatch(MONEY)
})

it('tells the guardian who canceled that they did, and others that another guardian did', async () => {
  const { anna, boris } = await cancelBy(test.anna, { refund: 110 })
  expect(anna).toContain(YOU)
  expect(anna).toMatch(/You canceled \d+ hours? before: full refund of \$110\./)
  expect(boris).toContain(OTHER)
  expect(boris).not.toMatch(MONEY)
})

it.each([
  ['for the family', false, 'Our front desk canceled this appointment for your family.'],
  ['for the clinic', true, 'We’re sorry: we had to cancel this appointment.'],
])('tells both guardians that staff canceled %s', async (_, byClinic, sentence) => {
  const rita = await signInStaff(test, 'rita@example.com')
  const { anna, boris } = await cancelBy(rita, { refund: 110, byClinic })
  for (const text of [anna, boris]) {
    expect(text).toContain(sentence)
    expect(text).not.toMatch(/You cancel/)
  }
  expect(boris).not.toMatch(MONEY)
})
