import { useMutation, useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { Doctor } from '../../../../contract/doctors.ts'
import { Button } from '../../../components/button.tsx'
import { toast } from '../../../components/toasts.tsx'
import { doctorsOptions, isPictureUnderWay } from '../doctors-api.ts'
import { retryImage } from '../images-api.ts'

/**
 * How far the processing of a doctor's picture is; nothing once it is done. A picture that was
 * given up can be tried again.
 */
export function PictureState({ doctor }: { doctor: Doctor }) {
  return (
    <div className="grid justify-items-start gap-1">
      <p role="status">
        {isPictureUnderWay(doctor) && (
          <span className="inline-flex items-center gap-2 text-sm font-semibold text-muted">
            <span aria-hidden="true" className="spinner text-primary" />
            Processing photo…
          </span>
        )}
        {doctor.picture?.status === 'failed' && (
          <span className="inline-flex items-center gap-2 text-sm font-semibold text-error">
            <CircleAlert aria-hidden="true" size={18} className="shrink-0" />
            We couldn’t process this photo
          </span>
        )}
      </p>
      {doctor.picture?.status === 'failed' && (
        <Retry name={doctor.name} imageId={doctor.picture._id} />
      )}
    </div>
  )
}

function Retry({ name, imageId }: { name: string; imageId: string }) {
  const queries = useQueryClient()
  const retry = useMutation({
    mutationFn: () => retryImage(imageId),
    onError: ({ message }) => toast.error(message),
    onSettled: () => queries.invalidateQueries({ queryKey: doctorsOptions().queryKey }),
  })
  return (
    <Button
      look="secondary"
      busy={retry.isPending}
      aria-label={`Try again: photo of ${name}`}
      onClick={() => retry.mutate()}
    >
      Try again
    </Button>
  )
}
