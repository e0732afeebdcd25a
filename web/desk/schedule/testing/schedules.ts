import type { Schedule } from '#contract/schedule/schedule.ts'

/** Monday to Friday. */
export function weekOf(...spans: { from: number; to: number }[]) {
  return Array.from({ length: 7 }, (_, day) => (day === 0 || day === 6 ? [] : spans))
}

/** The hours of a new database. */
export const noClosures: Schedule = {
  today: '2026-11-23',
  lastDay: '2027-02-21',
  version: 'first',
  plans: [{ validFrom: '2000-01-01', week: weekOf({ from: 540, to: 1020 }) }],
  closures: [],
}
