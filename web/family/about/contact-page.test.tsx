import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Toasts } from '#web/components/toasts.tsx'
import { InSite } from '#web/testing/in-site.tsx'
import ContactPage from './contact-page.tsx'

it('without a mail server shows that the message was sent, clears the fields, and sends nothing', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch')
  render(
    <InSite>
      <ContactPage />
      <Toasts />
    </InSite>,
  )
  const fields = ['Name', 'Email', 'Phone', 'Query'].map((label) => screen.getByLabelText(label))
  for (const field of fields) await userEvent.type(field, 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  expect(await screen.findByText('Sent message successfully')).toBeInTheDocument()
  for (const field of fields) expect(field).toHaveValue('')
  expect(fetch).not.toHaveBeenCalled()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Contact Us')
})

describe('with a mail server', () => {
  const sent: { body: unknown }[] = []
  let answer: () => Response
  beforeEach(() => {
    sent.length = 0
    answer = () => Response.json({ received: true })
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      sent.push({ body: JSON.parse(String(init?.body)) })
      return answer()
    })
  })

  function open() {
    render(
      <InSite clinic={{ takesMessages: true }}>
        <ContactPage />
        <Toasts />
      </InSite>,
    )
  }

  async function fill() {
    await userEvent.type(screen.getByLabelText('Name'), 'Ann')
    await userEvent.type(screen.getByLabelText('Email'), 'ann@example.com')
    await userEvent.type(screen.getByLabelText('Query'), 'Do you see newborns?')
  }

  const press = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }))

  it('sends a message, and says so after the answer', async () => {
    open()
    expect(screen.getByText(/^Not for emergencies: call/)).toBeVisible()
    await fill()
    await press()
    expect(await screen.findByText('Sent message successfully')).toBeInTheDocument()
    expect(screen.getByLabelText('Query')).toHaveValue('')
    const form = { name: 'Ann', email: 'ann@example.com', phone: '', query: 'Do you see newborns?' }
    expect(sent).toEqual([{ body: { ...form, key: expect.any(String) } }])
  })

  it('says what is missing, and sends nothing', async () => {
    open()
    await press()
    expect(await screen.findByText('Email is required')).toBeVisible()
    expect(sent).toEqual([])
  })

  it('keeps what was typed when it fails, and sends it again with the same key', async () => {
    answer = () =>
      Response.json(
        { code: 'too_many_messages', message: 'Please call (503) 555-0199.' },
        { status: 429 },
      )
    open()
    await fill()
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('Please call (503) 555-0199.')
    expect(screen.getByLabelText('Query')).toHaveValue('Do you see newborns?')
    await press()
    await userEvent.type(screen.getByLabelText('Query'), ' And twins?')
    answer = () => Response.json({ received: true })
    await press()
    expect(await screen.findByText('Sent message successfully')).toBeInTheDocument()
    const keys = sent.map(({ body }) => (body as { key: string }).key)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
  })
})
