import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { reviews } from './reviews-content.ts'
import { Testimonial } from './testimonials.tsx'

const review = { _id: '1', name: 'Maya', location: 'Sellwood', img: '/maya.svg' }

describe('a testimonial', () => {
  it.each([
    ['the first 130 characters', 'a'.repeat(131), `${'a'.repeat(130)}…`],
    ['a short text unchanged', 'a'.repeat(130), 'a'.repeat(130)],
  ])('shows %s, the author and their neighborhood', (_, details, shown) => {
    render(<Testimonial review={{ ...review, details }} tint="" />)
    for (const text of ['Maya', 'Sellwood']) expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByText(/^a+/)).toHaveTextContent(shown)
  })

  it('is written to fit, and ends with a full stop', () => {
    for (const { details } of reviews) expect(details).toMatch(/^.{1,129}\.$/)
  })
})
