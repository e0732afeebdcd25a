// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { fetched } from '#web/testing/fetched.ts'
import { createPaymentIntent, settlePayment } from './payments-api.ts'

const appointment = '01890a5d-ac96-774b-bcce-b302099a8057'

function answer(body: unknown, status: number) {
  fetched.mockResolvedValue(Response.json(body, { status }))
}

function sent() {
  const [path, init] = fetched.mock.calls[0] ?? []
  return { path, method: init?.method, body: JSON.parse(String(init?.body)) }
}

describe('POST /create-payment-intent', () => {
  const ask = () => createPaymentIntent({ appointment, price: 120 })

  it('sends the price that is shown and the appointment', async () => {
    answer({ clientSecret: 'pi_1_secret', cards: [] }, 200)
    await expect(ask()).resolves.toEqual({
      kind: 'ready',
      clientSecret: 'pi_1_secret',
      cards: [],
    })
    expect(sent()).toEqual({
      path: '/create-payment-intent',
      method: 'POST',
      body: { price: 120, appointment },
    })
  })

  it.each([
    ['already_paid', { kind: 'charged', transactionId: 'pi_1' }],
    ['payment_processing', { kind: 'charged', transactionId: 'pi_1' }],
    ['appointment_cancelled', { kind: 'cancelled' }],
    ['price_changed', { kind: 'outdated' }],
  ])('understands %s', async (code, prepared) => {
    answer({ code, message: 'No.', transactionId: 'pi_1' }, 409)
    await expect(ask()).resolves.toEqual(prepared)
  })

  it('throws everything else', async () => {
    answer({ code: 'unavailable', message: 'Busy.' }, 503)
    await expect(ask()).rejects.toThrow(ApiError)
    answer({ code: 'already_paid', message: 'By Anna.' }, 409)
    await expect(ask()).rejects.toThrow('By Anna.')
    answer({ code: 'payment_mismatch', message: 'Odd.' }, 409)
    await expect(ask()).rejects.toThrow('Odd.')
  })
})

describe('PATCH /booking/{id}', () => {
  const settle = () => settlePayment({ appointment, transactionId: 'pi_1' })

  it('sends the transaction id', async () => {
    answer({ paid: true, transactionId: 'pi_1' }, 200)
    await expect(settle()).resolves.toEqual({ kind: 'paid', transactionId: 'pi_1' })
    expect(sent()).toEqual({
      path: `/booking/${appointment}`,
      method: 'PATCH',
      body: { appointment, transactionId: 'pi_1' },
    })
  })

  it('waits while the payment is processing', async () => {
    answer({ paid: false, transactionId: 'pi_1' }, 202)
    await expect(settle()).resolves.toEqual({ kind: 'processing' })
  })

  it.each([
    ['already_paid', { kind: 'paid', transactionId: 'pi_other' }],
    ['appointment_cancelled', { kind: 'cancelled' }],
    ['payment_not_completed', { kind: 'declined', message: 'Your card was declined.' }],
  ])('understands %s', async (code, settlement) => {
    answer({ code, message: 'Your card was declined.', transactionId: 'pi_other' }, 409)
    await expect(settle()).resolves.toEqual(settlement)
  })

  it('throws everything else', async () => {
    answer({ code: 'no_payment', message: 'There is no such payment.' }, 404)
    await expect(settle()).rejects.toThrow('There is no such payment.')
    answer({ code: 'payment_mismatch', message: 'Odd.' }, 409)
    await expect(settle()).rejects.toThrow('Odd.')
  })
})
