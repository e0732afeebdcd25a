import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '../button.tsx'
import { SelectField, TextField } from './fields.tsx'
import { PasswordField } from './password-field.tsx'

describe('a text field', () => {
  it('is described by its message and its hint', () => {
    render(<TextField label="Email" hint="As on your card" error="Email required" />)
    const field = screen.getByRole('textbox', { name: 'Email' })
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('As on your card Email required')
    expect(screen.getByRole('alert')).toHaveTextContent('Email required')
  })

  it('is not invalid without a message', () => {
    render(<TextField label="Email" />)
    expect(screen.getByRole('textbox')).toBeValid()
    expect(screen.getByRole('textbox')).not.toHaveAttribute('aria-describedby')
  })
})

describe('a password field', () => {
  it('shows and hides the password', async () => {
    render(<PasswordField label="Password" />)
    const field = screen.getByLabelText('Password')
    const eye = screen.getByRole('button', { name: 'Show password' })
    await userEvent.type(field, 'secret')
    expect(field).toHaveAttribute('type', 'password')
    await userEvent.click(eye)
    expect(field).toHaveAttribute('type', 'text')
    expect(eye).toHaveAttribute('aria-pressed', 'true')
    expect(field).toHaveValue('secret')
    await userEvent.click(eye)
    expect(field).toHaveAttribute('type', 'password')
  })
})

describe('a choice', () => {
  it('starts with a placeholder that cannot be selected', () => {
    render(<SelectField label="Service" placeholder="Select service" options={['One', 'Two']} />)
    const field = screen.getByRole('combobox', { name: 'Service' })
    expect(field).toHaveDisplayValue('Select service')
    expect(screen.getByRole('option', { name: 'Select service' })).toBeDisabled()
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Select service',
      'One',
      'Two',
    ])
  })
})

describe('a busy button', () => {
  it('ignores clicks, does not submit, and keeps the focus', async () => {
    const onClick = vi.fn()
    const onSubmit = vi.fn()
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy onClick={onClick}>
          Book
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: 'Book' })
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-busy', 'true')
  })
})
