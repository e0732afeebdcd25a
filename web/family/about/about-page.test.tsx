import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { InSite } from '#web/testing/in-site.tsx'
import AboutPage from './about-page.tsx'

it('has its required parts', () => {
  render(
    <InSite>
      <AboutPage />
    </InSite>,
  )
  const breadcrumb = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(breadcrumb).toHaveTextContent('home/About Us')
  expect(within(breadcrumb).getByRole('link', { name: 'home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Who We Are')
  const headings = (level: number) =>
    screen.getAllByRole('heading', { level }).map((heading) => heading.textContent)
  expect(headings(2)).toEqual(
    expect.arrayContaining(['Specialist Doctors', 'Certified Pharmacy', 'Modern Lab']),
  )
  expect(headings(3)).toEqual([
    'Operation',
    'Medical',
    'Patient Ward',
    'Test Room',
    'ICU',
    'Laboratory',
  ])
  expect(screen.getAllByRole('figure')).toHaveLength(3)
})
