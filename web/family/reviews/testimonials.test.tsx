import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SAMPLE_TESTIMONIALS } from '#contract/site/testimonial-words.ts'
import { InSite } from '#web/testing/in-site.tsx'
import { Testimonials } from './testimonials.tsx'

const review = { name: 'Rosa', location: 'Mother of two', details: 'They listen.' }

it('are the clinic’s own, with the author and the relation, once an admin has saved them', () => {
  render(
    <InSite clinic={{ words: { testimonials: [review] } }}>
      <Testimonials />
    </InSite>,
  )
  for (const text of Object.values(review)) expect(screen.getByText(text)).toBeVisible()
  expect(screen.getAllByRole('figure')).toHaveLength(1)
  expect(document.querySelector('img')).toBeNull()
})

it('are not on the page when there are none', () => {
  render(
    <InSite clinic={{ words: { testimonials: [] } }}>
      <Testimonials />
    </InSite>,
  )
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
})

it('are written to fit, and end with a full stop', () => {
  for (const { details } of SAMPLE_TESTIMONIALS) expect(details).toMatch(/^.{1,129}\.$/)
})
