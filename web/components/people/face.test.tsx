import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Face } from './face.tsx'

it('keeps its color when the name changes, and is hidden from screen readers', () => {
  const looks = ['Mia', 'Maria'].map((name) => {
    const { container } = render(<Face id="1" name={name} />)
    expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'true')
    return container.firstElementChild?.className
  })
  expect(looks[0]).toBe(looks[1])
})
