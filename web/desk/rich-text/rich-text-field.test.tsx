import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import RichTextField from './rich-text-field.tsx'

function Editor() {
  const [typed, setTyped] = useState('')
  return (
    <MemoryRouter>
      <RichTextField label="Text" most={200} value={typed} onChange={setTyped} error="Too long" />
    </MemoryRouter>
  )
}

it('shows the text as the site will, and the remaining length', async () => {
  render(<Editor />)
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  expect(preview.getByText('Nothing is written yet.')).toBeVisible()
  const field = screen.getByRole('textbox', { name: 'Text' })
  expect(field).toHaveAccessibleDescription(/# Heading.*Too long$/)
  await userEvent.click(field)
  await userEvent.paste('# Hours\n\n- [Call](tel:5035550142)')
  expect(preview.getByRole('heading', { name: 'Hours', level: 3 })).toBeVisible()
  expect(preview.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:5035550142')
  expect(screen.getByText('1 of 200 kB')).toBeVisible()
})
