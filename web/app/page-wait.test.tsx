import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { clearSession, saveSession } from '../lib/session.ts'
import { FrameContext, type FrameProps, PageWait } from './page-wait.tsx'

const user = { email: 'maya@example.com', name: 'Maya', photo: null, role: 'patient' as const }
const Frame = ({ label }: FrameProps) => (
  <>
    <h1>My Appointments</h1>
    <p role="status">{label}</p>
  </>
)

describe('the place of a page that is awaited', () => {
  it('is framed for someone who is signed in, and only for them', () => {
    saveSession({ accessToken: 'token', user })
    render(
      <FrameContext value={Frame}>
        <PageWait label="Checking your login" />
      </FrameContext>,
    )
    expect(screen.getByRole('heading', { name: 'My Appointments' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent('Checking your login')
    act(clearSession)
    expect(screen.queryByRole('heading', { name: 'My Appointments' })).not.toBeInTheDocument()
    expect(screen.getByRole('status')).toHaveTextContent('Checking your login')
  })

  it('is a spinner where there is no frame', () => {
    saveSession({ accessToken: 'token', user })
    render(<PageWait />)
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
  })
})
