import { dayAfter, earlierOf } from '#contract/dates.ts'
import * as calls from '#contract/insights/insights-calls.ts'
import { TOTAL_COUNT } from '#contract/paging.ts'
import { scopeOf } from '#domain/insights/periods.ts'
import { readCheckUpInsights } from '#domain/insights/read-check-ups.ts'
import { readInsights } from '#domain/insights/read-insights.ts'
import { readInsightsMoney } from '#domain/insights/read-money.ts'
import { createThirdNextFree } from '#domain/insights/third-next-free.ts'
import {
  countInsightAppointments,
  listInsightAppointments,
} from '#drizzle/queries/insights/insight-appointments.ts'
import { handle, type Routes } from '#server/http/route.ts'
import { toInsightAppointment, toInsights, toInsightsMoney } from '#server/views/insights.ts'
import { withId } from '#server/views/with-id.ts'
import { recordAppointmentView } from '../record-view.ts'

/** The clinic's figures: docs/requirements.md#insights. */
export const insightRoutes: Routes = (app, services) => {
  const { db, clinic, clinicClock } = services
  const thirdNextFree = createThirdNextFree(db, clinicClock)

  handle(app, calls.getInsights, async ({ query }) => {
    const { today } = clinicClock.moment()
    const figures = readInsights(db, query, { today, now: clinicClock.now() })
    const thirdNext = thirdNextFree(query.doctor).filter(
      ({ id }) => query.treatment === undefined || id === query.treatment,
    )
    return toInsights(figures, thirdNext)
  })

  handle(app, calls.getInsightsMoney, async ({ query }) =>
    toInsightsMoney(readInsightsMoney(db, query, clinicClock.moment().today)),
  )

  handle(app, calls.getCheckUpInsights, async ({ query }) =>
    readCheckUpInsights(db, query, clinicClock.moment()).map(withId),
  )

  handle(app, calls.listInsightAppointments, async ({ user, query }, reply) => {
    const { of, from, to, after, limit } = query
    const range = { from, to: earlierOf(to, dayAfter(clinicClock.moment().today, -1)) }
    const wanted = { of, range, scope: scopeOf(query) }
    const rows = listInsightAppointments(db, wanted, { after, limit })
    await recordAppointmentView(services, user, rows)
    reply.header(TOTAL_COUNT, countInsightAppointments(db, wanted))
    const dial = clinic.dialer()
    return rows.map((row) => toInsightAppointment(row, dial))
  })
}
