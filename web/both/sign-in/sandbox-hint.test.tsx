import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CheckYourEmail } from '#web/family/auth/login/check-your-email.tsx'

const loadConfig = vi.hoisted(() => vi.fn())
vi.mock('#web/lib/api/config.ts', () => ({ loadConfig }))

afterEach(() => loadConfig.mockReset())

const open = () => render(<CheckYourEmail open email="parent@example.com" onClose={() => {}} />)

it('links to the mailbox of the emulated provider', async () => {
  loadConfig.mockResolvedValue({ identity: { mode: 'emulator' } })
  open()
  const link = await screen.findByRole('link', { name: /^mailbox/ })
  expect(link).toHaveAttribute('href', '/sandbox/mailbox')
})

it.each([
  ['a real provider', async () => ({ identity: { mode: 'firebase' } })],
  ['settings that do not load', () => Promise.reject(new Error('offline'))],
])('is absent with %s', async (_what, answer) => {
  loadConfig.mockImplementation(answer)
  open()
  await expect.poll(() => loadConfig.mock.settledResults.length).toBe(1)
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
})
