import * as calls from '#contract/clinic/clinic-refusals.ts'
import { writeTransaction } from '#drizzle/write-transaction.ts'
import { changeBy } from '#server/http/change-by.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { speech } from '#server/http/spoken-language.ts'
import { stale } from '#server/http/stale.ts'

/** The clinic's details, for everyone, and its settings, for admins. */
export const clinicRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock, wakeRelay } = services
  const today = () => clinicClock.moment().today

  handle(app, calls.getClinic, async () => clinic.details(today(), speech()))

  handle(app, calls.getClinicSettings, async () => clinic.state(today()))

  handle(app, calls.changeClinicSettings, async ({ user, body }, reply) => {
    const by = changeBy(services, user)
    const outcome = await writeTransaction(db, (tx) => clinic.change(tx, body, by))
    const current = clinic.state(today())
    if (outcome === 'stale') return reply.code(409).send(stale(calls.changeClinicSettings, current))
    wakeRelay()
    return current
  })
}
