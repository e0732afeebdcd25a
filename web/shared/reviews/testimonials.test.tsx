import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { reviews } from './reviews-content.ts'
import { Testimonial } from './testimonials.tsx'

const review = (details: string) => ({
  _id: '1',
  name: 'Maya',
  location: 'Sellwood',
  img: '/maya.svg',
  details,
})

describe('a testimonial', () => {
  it('shows the first 130 characters', () => {
    const details = `${'a'.repeat(129)}bcdef`
    render(<Testimonial review={review(details)} tint="" />)
    expect(screen.getByText(/^a+/)).toHaveTextContent(/^a{129}b…$/)
  })

  it('shows a short text unchanged', () => {
    const details = 'x'.repeat(130)
    render(<Testimonial review={review(details)} tint="" />)
    expect(screen.getByText(/^x+/).textContent).toBe(details)
  })

  it('is written to fit, and ends with a full stop', () => {
    for (const { details } of reviews) expect(details).toMatch(/^.{1,129}\.$/)
  })

  it('shows the author and their neighborhood', () => {
    render(<Testimonial review={review('Kind.')} tint="" />)
    expect(screen.getByText('Maya')).toBeVisible()
    expect(screen.getByText('Sellwood')).toBeVisible()
  })
})
