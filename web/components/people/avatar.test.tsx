import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Avatar } from './avatar.tsx'

const shown = (container: HTMLElement) => container.querySelector('img')?.getAttribute('src')

describe('an avatar', () => {
  it('shows the default image without a photo, or when it fails to load', () => {
    const { container, rerender } = render(<Avatar photo={null} />)
    const byDefault = shown(container)
    expect(byDefault).toBeTruthy()

    rerender(<Avatar photo="/me.jpg" />)
    expect(shown(container)).toBe('/me.jpg')
    const image = container.querySelector('img')
    if (image) fireEvent.error(image)
    expect(shown(container)).toBe(byDefault)

    rerender(<Avatar photo="/new.jpg" />)
    expect(shown(container)).toBe('/new.jpg')
  })
})
