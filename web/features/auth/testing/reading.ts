import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'

/** The page's buttons by the words on them. */
export const buttons = () =>
  new Map(
    within(screen.getByRole('main'))
      .getAllByRole('button')
      .map((control) => [control.textContent, control] as const),
  )

/** The button with these words. */
export function button(name: string): HTMLElement {
  const control = buttons().get(name)
  if (!control) throw new Error(`No button says ${name}`)
  return control
}

/** The words are there, or soon will be. */
export const status = async (text: string) =>
  expect(await screen.findByText(text)).toBeInTheDocument()

/** The alert about a whole form or page; a field's own message stands inside the form's labels. */
export const alerts = () => screen.queryAllByRole('alert')

/** The one alert says this. */
export const expectAlert = async (text: string) =>
  expect(await screen.findByRole('alert')).toHaveTextContent(text)

/** The message under the field, which is marked as wrong. */
export async function expectDescription(label: string, text: RegExp) {
  const field = screen.getByLabelText(label)
  await waitFor(() => expect(field).toHaveAccessibleDescription(text))
  expect(field).toBeInvalid()
}

export const isBusy = (control: HTMLElement) => control.getAttribute('aria-busy') === 'true'

/** One thing is under way, and the rest has to wait for it. */
export function expectBusy(name: string, ...disabled: string[]) {
  const all = buttons()
  expect([...all].filter(([, control]) => isBusy(control)).map(([label]) => label)).toEqual([name])
  for (const other of disabled) expect(all.get(other)).toBeDisabled()
}
