import type { Appointment } from '#contract/booking/appointments.ts'
import * as words from '#words/en/payments/appointment.ts'

/** '1 of 8 in a series'; undefined for an appointment outside of a series. */
export function describePlace({ series }: Pick<Appointment, 'series'>): string | undefined {
  return series && words.placeInSeries(series.number, series.size)
}
