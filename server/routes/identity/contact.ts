import * as calls from '#contract/contact/contact-calls.ts'
import { appendEvent } from '#drizzle/queries/events.ts'
import { setContact } from '#drizzle/queries/identity/users.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { handle, type Routes } from '#server/http/route.ts'

/** Phone and address in the user's profile. */
export const contactRoutes: Routes = (app, services) => {
  const { db, clinicClock } = services

  handle(app, calls.getContact, async ({ user: { phone, address } }) => ({ phone, address }))

  handle(app, calls.changeContact, async ({ user: { uid }, body }) => {
    await writeTransaction(db, (tx) => {
      if (!setContact(tx, uid, body)) return
      const event = { kind: 'user.contact_changed', actor: uid, subject: uid, data: {} } as const
      appendEvent(tx, event, clinicClock.now())
    })
    return body
  })
}
