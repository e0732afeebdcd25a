import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { dayAfter, earlierOf } from '#contract/dates.ts'
import { TOTAL_COUNT } from '#contract/identity/users.ts'
import type { InsightAppointments } from '#contract/insights/insights.ts'
import * as calls from '#contract/insights/insights-calls.ts'
import { toDollars } from '#contract/money.ts'
import { scopeOf } from '#domain/insights/periods.ts'
import { readInsights } from '#domain/insights/read-insights.ts'
import { readInsightsMoney } from '#domain/insights/read-money.ts'
import { createThirdNextFree } from '#domain/insights/third-next-free.ts'
import type { AppointmentRow } from '#drizzle/queries/booking/appointments.ts'
import {
  countInsightAppointments,
  listInsightAppointments,
} from '#drizzle/queries/insights/insight-appointments.ts'
import { handle } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { toPatient } from '#server/views/appointments.ts'
import { recordAppointmentView } from '../record-view.ts'

/** The clinic's figures: docs/requirements.md#insights. */
export const insightRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { db, clinicClock } = services
  const thirdNextFree = createThirdNextFree(db, clinicClock)

  handle(app, calls.getInsights, async ({ query }) => {
    const { today } = clinicClock.moment()
    const thirdNext = thirdNextFree(query.doctor)
      .filter(({ id }) => query.treatment === undefined || id === query.treatment)
      .map(({ id: _id, ...wait }) => ({ _id, ...wait }))
    return { ...readInsights(db, query, { today, now: clinicClock.now() }), thirdNext }
  })

  handle(app, calls.getInsightsMoney, async ({ query }) =>
    readInsightsMoney(db, query, clinicClock.moment().today),
  )

  handle(app, calls.listInsightAppointments, async ({ user, query }, reply) => {
    const { of, from, to, after, limit } = query
    const range = { from, to: earlierOf(to, dayAfter(clinicClock.moment().today, -1)) }
    const wanted = { of, range, scope: scopeOf(query) }
    const rows = listInsightAppointments(db, wanted, { after, limit })
    await recordAppointmentView(services, user, rows)
    reply.header(TOTAL_COUNT, countInsightAppointments(db, wanted))
    return rows.map(toInsightAppointment)
  })
}

function toInsightAppointment(row: AppointmentRow): InsightAppointments[number] {
  const { id, date, startMinute, lengthMinutes, treatment, doctorName, phone, priceCents } = row
  return {
    _id: id,
    date,
    startMinute,
    lengthMinutes,
    treatment,
    doctor: doctorName,
    patientName: toPatient(row).patientName,
    family: row.patientUid ?? row.deskFamilyId,
    phone,
    price: toDollars(priceCents),
  }
}
