import { BEFORE_ALL_DAYS, dayAfter, type IsoDate } from '#contract/dates.ts'
import { UNPAID_AGES } from '#contract/insights/insights.ts'
import type { Database } from '#drizzle/client.ts'
import {
  ALL,
  type InsightScope,
  listInsightDoctors,
  NO_DOCTOR,
  sumUnpaid,
  type UnpaidAmount,
} from '#drizzle/queries/insights/roll-ups.ts'

/** One number for each of `UNPAID_AGES`: appointments, or cents. */
export interface Unpaid {
  ages: number[]
  doctors: { id: string; name: string; ages: number[] }[]
}

/** Unpaid past appointments by age, in total and by doctor. */
export function readUnpaid(
  db: Database,
  { doctorId, treatmentId }: InsightScope,
  today: IsoDate,
  amount: UnpaidAmount,
): Unpaid {
  const ranges = UNPAID_AGES.map((youngest, age) => {
    const older = UNPAID_AGES[age + 1]
    return {
      from: older === undefined ? BEFORE_ALL_DAYS : dayAfter(today, 1 - older),
      // Today is not over.
      before: youngest === 0 ? today : dayAfter(today, 1 - youngest),
    }
  })
  const rows = sumUnpaid(db, { treatmentId, amount }, ranges)
  const byDoctor = new Map(rows.map(({ doctorId: id, sums }) => [id, sums]))
  const names = new Map(listInsightDoctors(db).map(({ id, name }) => [id, name]))
  names.set(NO_DOCTOR, 'Without a doctor')
  const doctors = [...byDoctor]
    .filter(([id]) => (doctorId === ALL ? id !== ALL : id === doctorId))
    .map(([id, ages]) => ({ id, name: names.get(id) ?? 'Former doctor', ages }))
    .sort((one, other) => one.name.localeCompare(other.name))
  return { ages: byDoctor.get(doctorId) ?? UNPAID_AGES.map(() => 0), doctors }
}
