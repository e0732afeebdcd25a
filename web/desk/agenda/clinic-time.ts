import { useEffect, useMemo, useState } from 'react'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'

/** The clinic's time and rules of an agenda, the same object until one of them changes. */
export function useClinicTime(agenda: ClinicTime): ClinicTime {
  const { today, minute, checkInMinutes, lateMinutes, rooms } = agenda
  return useMemo(
    () => ({ today, minute, checkInMinutes, lateMinutes, rooms }),
    [today, minute, checkInMinutes, lateMinutes, rooms],
  )
}

const TICK_MS = 15_000

/**
 * The clinic's minute, which advances between responses of the server.
 * @param minute in the response
 * @param answeredAt time of the response by the device's clock, in milliseconds
 */
export function useClinicMinute(minute: number, answeredAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return minute + Math.max(0, Math.floor((now - answeredAt) / 60_000))
}
