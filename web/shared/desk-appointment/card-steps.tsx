import { useEffect, useEffectEvent } from 'react'
import type { AgendaEntry } from '#contract/front-desk/agenda.ts'
import type { ClinicTime } from '#machines/attendance/attendance-machine.ts'
import { toast } from '#web/components/toasts.tsx'
import { AttendanceDialogs, useAttendance } from './attendance.tsx'

interface CardStepsProps {
  entry: AgendaEntry
  time: ClinicTime
  name: string
  /** The key of a step; a new object asks again. */
  asked: { key: string }
}

/**
 * Takes the steps that are asked for of one card, with the dialogs that they need. Only one card at
 * a time has a machine: three hundred would slow the day down.
 */
export function CardSteps({ entry, time, name, asked }: CardStepsProps) {
  const attendance = useAttendance({ entry, time })
  const { message } = attendance.state.context
  const press = useEffectEvent(({ key }: { key: string }) => void attendance.press(key))
  useEffect(() => press(asked), [asked])
  const explain = useEffectEvent((text: string) => toast.error(`${name}: ${text}`))
  useEffect(() => {
    if (message) explain(message)
  }, [message])
  return <AttendanceDialogs attendance={attendance} patientName={name} />
}

export const STEP_KEYS = ['a', 'r', 'c', 'n', 'u']
