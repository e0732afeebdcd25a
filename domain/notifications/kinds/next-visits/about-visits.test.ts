import { expect, it } from 'vitest'
import { RECIPIENT, SENDER } from '#domain/notifications/content/examples.ts'
import { speak } from '#domain/notifications/content/speech.ts'
import { type AskedVisits, describeVisits, VISIT_EXAMPLES } from './about-visits.ts'

function linkOf(asked: AskedVisits): string {
  const words = { preview: '', sentence: '' }
  const subject = { ...asked, id: '', recipient: RECIPIENT }
  const { action } = describeVisits(subject, speak('en', SENDER), words)
  return action?.url.slice(SENDER.siteUrl.length) ?? ''
}

it('leads to the booking of one visit, or of siblings together', () => {
  const { oneChild, siblings } = VISIT_EXAMPLES
  expect(linkOf(oneChild)).toBe(`/appointment?ticket=${oneChild.visits[0]?.ticketId}`)
  const pairs = siblings.visits.map(({ child, treatmentId }) => `${child.id}:${treatmentId}`)
  expect(decodeURIComponent(linkOf(siblings))).toBe(`/appointment?siblings=${pairs}`)
})

it('leads to the list of visits where they cannot be booked together', () => {
  const { fiveChildren, oneChild } = VISIT_EXAMPLES
  expect(linkOf(fiveChildren)).toBe('/dashboard')
  const ofOneChild = [...oneChild.visits, ...oneChild.visits]
  expect(linkOf({ ...oneChild, visits: ofOneChild })).toBe('/dashboard')
})
