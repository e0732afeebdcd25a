import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ImageField, sizeInWords } from './image-field.tsx'

const png = new File(['x'.repeat(2048)], 'me.png', { type: 'image/png' })
const onChange = vi.fn<(file: File | null) => void>()

function Form(props: Partial<Parameters<typeof ImageField>[0]>) {
  const [value, setValue] = useState<File | null>(null)
  return (
    <ImageField
      label="Photo"
      value={value}
      onChange={(file) => {
        onChange(file)
        setValue(file)
      }}
      {...props}
    />
  )
}

const field = () => screen.getByLabelText('Photo')
const shownImages = () =>
  [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))

beforeEach(() => {
  let count = 0
  Object.assign(URL, {
    createObjectURL: vi.fn(() => {
      count += 1
      return `blob:${count}`
    }),
    revokeObjectURL: vi.fn(),
  })
})

afterEach(() => onChange.mockReset())

it('shows the chosen image, its name and size, and removes it again', async () => {
  const { unmount } = render(<Form current="/images/1" />)
  expect(shownImages()).toEqual(['/images/1'])
  await userEvent.upload(field(), png)
  expect(onChange).toHaveBeenLastCalledWith(png)
  expect(shownImages()).toEqual(['blob:1'])
  expect(screen.getByText('me.png').parentElement).toHaveTextContent('me.png 2 KB')

  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(onChange).toHaveBeenLastCalledWith(null)
  expect(shownImages()).toEqual(['/images/1'])
  // The user may want the same file after all.
  await userEvent.upload(field(), png)
  expect(onChange).toHaveBeenLastCalledWith(png)
  unmount()
  expect(URL.revokeObjectURL).toHaveBeenCalledTimes(2)
})

it.each([
  ['no image', new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }), /JPEG, PNG, WebP/],
  ['an image with script', new File(['<svg>'], 'a.svg', { type: 'image/svg+xml' }), /JPEG, PNG/],
  ['nothing', new File([], 'a.png', { type: 'image/png' }), /empty/],
  [
    'too much',
    Object.defineProperty(new File(['x'], 'a.png', { type: 'image/png' }), 'size', {
      value: 5 * 1024 * 1024 + 1,
    }),
    /must be 5 MB or smaller/,
  ],
])('refuses at once what the server would refuse: %s', async (_, file, words) => {
  render(<Form />)
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(field(), file)
  expect(screen.getByRole('alert')).toHaveTextContent(words)
  expect(field()).toHaveAccessibleDescription(words)
  expect(field()).toBeInvalid()
  expect(onChange).not.toHaveBeenCalled()

  await user.upload(field(), png)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(field()).toBeValid()
})

it('shows the form’s error and the upload’s progress', () => {
  const { rerender } = render(<Form error="Image is required" />)
  expect(field()).toHaveAccessibleDescription('Image is required')
  rerender(<Form value={png} progress={0.4} />)
  expect(screen.getByRole('progressbar', { name: 'Uploading…' })).toHaveValue(40)
  expect(field()).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Remove' })).toBeDisabled()
  rerender(<Form value={png} progress={1} />)
  expect(screen.getByRole('progressbar', { name: 'Processing…' })).toHaveValue(100)
})

it.each([
  [1, '1 KB'],
  [2048, '2 KB'],
  [999 * 1024, '999 KB'],
  [1000 * 1024, '1.0 MB'],
  [3.44 * 1024 * 1024, '3.4 MB'],
])('formats %d bytes as %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words)
})
