import { millisecondsInHour, secondsInHour } from 'date-fns/constants'
import * as calls from '#contract/contact/contact-messages-refusals.ts'
import { findSent, finishMessage, receiveMessage } from '#domain/front-desk/contact-messages.ts'
import { listMessages, sendersOf } from '#drizzle/queries/front-desk/contact-messages.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { HttpError } from '#server/http/http-error.ts'
import { readPage } from '#server/http/read-page.ts'
import { refusalOf, refuse } from '#server/http/refuse.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toContactMessage } from '#server/views/todo.ts'
import { recordView } from '../record-view.ts'

const AN_HOUR = { retryAfter: secondsInHour }

/** Messages of the contact page: docs/requirements.md#messages. */
export const contactMessageRoutes: Routes = (app, services) => {
  const { db, env, clinic, clinicClock, wakeRelay } = services
  const isWithinLimit = app.allowance({
    name: 'contact-message',
    perMinute: 5,
    windowMs: millisecondsInHour,
    per: 'address',
  })

  handle(app, calls.sendContactMessage, async (request) => {
    const { body } = request
    const { phone, email: recipient } = clinic.settings()
    if (!env.mail) throw refuse(calls.sendContactMessage, 'no_email', { phone })
    // A form that is sent again is not counted as a second message.
    if (findSent(db, body) === undefined && !(await isWithinLimit(request))) {
      const refused = refusalOf(calls.sendContactMessage, 'too_many_of_address', { phone })
      throw new HttpError(refused, AN_HOUR)
    }
    const now = clinicClock.now()
    const outcome = await writeTransaction(db, (tx) => receiveMessage(tx, body, { recipient, now }))
    if (outcome === 'changed') throw refuse(calls.sendContactMessage, outcome)
    if (outcome === 'too_many_messages') {
      throw new HttpError(refusalOf(calls.sendContactMessage, outcome, { phone }), AN_HOUR)
    }
    wakeRelay()
    return { received: true as const }
  })

  handle(app, calls.listContactMessages, async ({ user, query: { limit, ...filter } }) => {
    const { page, last } = readPage(limit, (most) => listMessages(db, { ...filter, limit: most }))
    await recordView(services, user, sendersOf(db, page), 'messages')
    const dial = clinic.dialer()
    return {
      messages: page.map((row) => toContactMessage(row, dial)),
      next: last?.message.id ?? null,
    }
  })

  handle(app, calls.finishContactMessage, async ({ user, params: { id }, body: { done } }) => {
    const by = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => finishMessage(tx, { id, done }, by))
    if (outcome === 'not_found') throw refuse(calls.finishContactMessage, outcome)
    wakeRelay()
    return { done }
  })
}
