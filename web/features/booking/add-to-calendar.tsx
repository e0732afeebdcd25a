import { useMutation } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/toasts.tsx'
import { requestText } from '../../lib/api/request.ts'

const FILE_NAME = 'appointment.ics'

/** Downloads the appointment for the calendar of this device: docs/requirements.md#calendar-files. */
export function AddToCalendar({ appointmentId }: { appointmentId: string }) {
  const download = useMutation({
    mutationFn: async () => {
      const path = `/appointment/${encodeURIComponent(appointmentId)}/calendar`
      save(await requestText(path, { accept: 'text/calendar' }))
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look="quiet" busy={download.isPending} onClick={() => download.mutate()}>
      <CalendarPlus aria-hidden="true" size={20} />
      Add to calendar
    </Button>
  )
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = FILE_NAME
  link.click()
  // The browser has started the download when the click returns.
  URL.revokeObjectURL(url)
}
