import { useMemo } from 'react'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'

/** The clinic's time and rules of an agenda, the same object until one of them changes. */
export function useClinicTime(agenda: ClinicTime): ClinicTime {
  const { today, minute, checkInMinutes, lateMinutes, rooms } = agenda
  return useMemo(
    () => ({ today, minute, checkInMinutes, lateMinutes, rooms }),
    [today, minute, checkInMinutes, lateMinutes, rooms],
  )
}
