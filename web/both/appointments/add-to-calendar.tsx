import { useMutation } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { Button } from '#web/components/button.tsx'
import { toast } from '#web/components/toasts.tsx'
import { requestFile } from '#web/lib/api/request.ts'
import { saveFile } from '#web/lib/save-file.ts'
import * as words from '#words/en/payments/appointment.ts'

interface AddToCalendarProps {
  appointmentId: string
  /** Identifies the appointment where there are several. */
  label?: string
  /** Whether it looks like the buttons next to it. */
  isEqual?: boolean
}

/** Downloads the appointment for the device's calendar: docs/requirements.md#calendar-files. */
export function AddToCalendar({ appointmentId, label, isEqual = false }: AddToCalendarProps) {
  const download = useMutation({
    mutationFn: async () => {
      const path = `/appointment/${encodeURIComponent(appointmentId)}/calendar`
      saveFile(await requestFile(path, { accept: 'text/calendar' }), words.calendarFile)
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button
      look={isEqual ? 'secondary' : 'quiet'}
      aria-label={label}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      {!isEqual && <CalendarPlus aria-hidden="true" size={20} />}
      {words.addToCalendar}
    </Button>
  )
}
