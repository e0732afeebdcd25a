import { describe, expect, it } from 'vitest'
import type { SiteSection } from './site.ts'
import { toPublicWords } from './to-public.ts'

const referred = { clinicName: 'Acorn', treatments: () => [], doctors: () => [] }

function showTestimonial(details: string) {
  const permission = { permissionSince: '2027-01-04', permissionBy: 'Rosa' }
  const testimonials = [{ name: 'R.', relation: 'Parent', details, ...permission }]
  const state = { section: 'testimonials', version: 1, words: { testimonials }, confirmed: [] }
  return toPublicWords(state as SiteSection, referred).testimonials?.[0]
}

describe('a testimonial on the site', () => {
  it.each([
    ['the first 130 characters', 'a'.repeat(131), `${'a'.repeat(130)}…`],
    ['a short text unchanged', 'a'.repeat(130), 'a'.repeat(130)],
    ['whole characters', '🧸'.repeat(131), `${'🧸'.repeat(130)}…`],
  ])('has %s', (_, details, shown) => {
    expect(showTestimonial(details)).toEqual({ name: 'R.', location: 'Parent', details: shown })
  })
})
