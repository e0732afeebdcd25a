import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { Dialog } from '#web/components/dialog.tsx'
import { SelectField } from '#web/components/forms/fields.tsx'
import { Hero } from '#web/family/home/hero.tsx'
import { WhyUs } from '#web/family/home/why-us.tsx'
import { Testimonials } from '#web/family/reviews/testimonials.tsx'
import { OwnText, OwnWords, useOwnChoice } from '#web/lib/own-words.tsx'
import { InSite } from '#web/testing/in-site.tsx'

const show = (shown: ReactNode) =>
  render(<OwnWords value={{ 'Weight Loss': 'Bajar de peso' }}>{shown}</OwnWords>)

function Treatments() {
  const choiceOf = useOwnChoice()
  return <SelectField label="Servicio" options={['Weight Loss', 'Sports Exam'].map(choiceOf)} />
}

it('marks options without a translation as English', () => {
  show(<Treatments />)
  const own = screen.getByRole('option', { name: 'Bajar de peso' })
  expect(own).toHaveValue('Weight Loss')
  expect(own).not.toHaveAttribute('lang')
  expect(screen.getByRole('option', { name: 'Sports Exam' })).toHaveAttribute('lang', 'en')
})

it('marks the title of a dialog without a translation as English', () => {
  show(
    <Dialog open title={<OwnText>Sports Exam</OwnText>} onClose={vi.fn()}>
      Cita
    </Dialog>,
  )
  expect(screen.getByRole('dialog', { name: 'Sports Exam' })).toBeVisible()
  expect(screen.getByText('Sports Exam')).toHaveAttribute('lang', 'en')
})

it('marks words of the website without a translation as English', () => {
  const why = { title: 'Why us', reasons: [{ title: 'Near you', text: 'Two bus lines' }] }
  const hero = { eyebrow: 'Since 1990 in {city}', title: 'Welcome', text: 'Come in' }
  const of = { name: 'Rosa', location: 'Mother of two' }
  const testimonials = [
    { ...of, details: 'They listen', lang: 'en' as const },
    { ...of, details: 'Siempre escuchan' },
  ]
  const translations = { 'Near you': 'Cerca de usted', 'Come in': 'Pase' }
  render(
    <InSite at="/es" clinic={{ city: 'Salinas', words: { why, hero, testimonials } }}>
      <OwnWords value={translations}>
        <Hero />
        <WhyUs />
        <Testimonials />
      </OwnWords>
    </InSite>,
  )
  const english = ['Since 1990 in Salinas', 'Welcome', 'Why us', 'Two bus lines', 'They listen']
  for (const text of english) expect(screen.getByText(text)).toHaveAttribute('lang', 'en')
  for (const text of ['Pase', 'Cerca de usted', 'Siempre escuchan']) {
    expect(screen.getByText(text).closest('[lang]')).toBeNull()
  }
})
