// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { LocalPopupResolver } from './local-popup.ts'

const account = { email: 'gwen@example.test', name: 'Gwen', picture: null }

async function waiting(eventId: string, type = 'signInViaPopup', popup: object = window) {
  const resolver = new LocalPopupResolver()
  const consumer = { eventId, onAuthEvent: vi.fn(), onError: vi.fn() }
  const { registerConsumer, unregisterConsumer } = await resolver._initialize()
  registerConsumer(consumer)
  vi.spyOn(window, 'open').mockReturnValue(popup as Window)
  vi.spyOn(window, 'focus').mockReturnValue()
  await resolver._openPopup(null, null, type, eventId)
  return { resolver, consumer, unregisterConsumer }
}

function answer(data: object | null, origin = location.origin) {
  window.dispatchEvent(new MessageEvent('message', { data, origin }))
}

it.each([
  ['a login', 'signInViaPopup'],
  ['a repeated login', 'reauthViaPopup'],
])('returns the chosen account as Google’s verified claims, for %s', async (_, type) => {
  const { consumer } = await waiting('1', type)
  answer({ kind: 'sprout.google', eventId: '1', account })

  expect(consumer.onAuthEvent).toHaveBeenCalledOnce()
  const [event] = consumer.onAuthEvent.mock.calls[0] ?? []
  expect(event).toMatchObject({ type, eventId: '1' })
  const response = new URL(event.urlResponse).searchParams
  expect(response.get('providerId')).toBe('google.com')
  expect(JSON.parse(response.get('id_token') ?? '')).toEqual({
    sub: 'gwen@example.test',
    email: 'gwen@example.test',
    email_verified: true,
    name: 'Gwen',
  })
})

it('reports a canceled choice as the provider does', async () => {
  const { consumer } = await waiting('2')
  answer({ kind: 'sprout.google', eventId: '2', cancelled: true })

  expect(consumer.onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      code: 'auth/user-cancelled',
      message: 'Firebase: Error (auth/user-cancelled).',
    }),
  )
})

it('reports within a second that the window was closed', async () => {
  vi.useFakeTimers()
  const popup = { closed: false, focus: () => undefined }
  const { consumer } = await waiting('6', 'signInViaPopup', popup)
  vi.advanceTimersByTime(1000)
  expect(consumer.onError).not.toHaveBeenCalled()
  popup.closed = true
  vi.advanceTimersByTime(1000)
  expect(consumer.onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: 'auth/popup-closed-by-user' }),
  )
  vi.useRealTimers()
})

it('accepts an answer that arrives after its window was found closed', async () => {
  vi.useFakeTimers()
  const popup = { closed: false, focus: () => undefined }
  const { consumer } = await waiting('7', 'signInViaPopup', popup)
  popup.closed = true
  vi.advanceTimersByTime(250)
  answer({ kind: 'sprout.google', eventId: '7', account })
  vi.advanceTimersByTime(1000)
  expect(consumer.onAuthEvent).toHaveBeenCalledOnce()
  expect(consumer.onError).not.toHaveBeenCalled()
  vi.useRealTimers()
})

it('listens only to the window that it opened, and only while waiting', async () => {
  const { consumer, unregisterConsumer } = await waiting('3')
  answer({ kind: 'sprout.google', eventId: '3', account }, 'https://evil.test')
  answer({ kind: 'sprout.google', eventId: 'another', account })
  answer({ kind: 'something else', eventId: '3', account })
  answer(null)
  unregisterConsumer(consumer)
  answer({ kind: 'sprout.google', eventId: '3', account })

  expect(consumer.onAuthEvent).not.toHaveBeenCalled()
  expect(consumer.onError).not.toHaveBeenCalled()
})

it('reports a blocked window', async () => {
  const { resolver } = await waiting('4')
  vi.spyOn(window, 'open').mockReturnValue(null)

  await expect(resolver._openPopup(null, null, 'signInViaPopup', '4')).rejects.toMatchObject({
    code: 'auth/popup-blocked',
    message: 'Firebase: Error (auth/popup-blocked).',
  })
})
