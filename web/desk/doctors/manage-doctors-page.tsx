import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ImageUp from 'lucide-react/icons/image-up'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { Doctor } from '#contract/doctors/doctors.ts'
import { retryImage } from '#contract/images/images-calls.ts'
import { DoctorPhoto } from '#web/both/doctors/doctor-photo.tsx'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { BreakAfterSlash, EmailText } from '#web/components/text.tsx'
import { toast } from '#web/components/toasts.tsx'
import { useFocusOnChange } from '#web/components/use-focus-on-change.ts'
import emptyTeam from '#web/illustrations/empty-team.svg'
import { send } from '#web/lib/api/send.ts'
import { ChangePhotoDialog } from './change-photo-dialog.tsx'
import { DeleteDoctorDialog } from './delete-doctor-dialog.tsx'
import { doctorsOptions, isPhotoInProgress } from './doctors-api.ts'

export default function ManageDoctorsPage() {
  const list = useQuery(doctorsOptions())
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>Manage Doctors</PageTitle>
        {/* An empty list has the link itself. */}
        {list.data?.length !== 0 && <AddDoctor look="secondary" />}
      </div>
      <Loaded query={list} what="the doctors">
        {(doctors) => <DoctorsList doctors={doctors} />}
      </Loaded>
    </>
  )
}

function AddDoctor({ look }: { look?: 'secondary' }) {
  return (
    <ButtonLink to="/dashboard/adddoctor" look={look}>
      Add a Doctor
    </ButtonLink>
  )
}

function DoctorsList({ doctors }: { doctors: readonly Doctor[] }) {
  const [changing, setChanging] = useState<Doctor | null>(null)
  const [deleting, setDeleting] = useState<Doctor | null>(null)
  const [deleted, setDeleted] = useState(0)
  const section = useFocusOnChange<HTMLElement>(String(deleted))

  return (
    <section ref={section} tabIndex={-1} aria-label="Doctors">
      {doctors.length === 0 ? (
        <EmptyState
          title="No doctors yet"
          picture={<img src={emptyTeam} alt="" width={320} height={240} className="picture" />}
          action={<AddDoctor />}
        >
          Doctors you add here appear on the public doctors page.
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {doctors.map((doctor) => (
            <DoctorRow
              key={doctor._id}
              doctor={doctor}
              onChangePhoto={() => setChanging(doctor)}
              onDelete={() => setDeleting(doctor)}
            />
          ))}
        </ul>
      )}
      {changing && <ChangePhotoDialog doctor={changing} onClose={() => setChanging(null)} />}
      {deleting && (
        <DeleteDoctorDialog
          // The present doctor: new appointments may have been booked.
          doctor={doctors.find(({ _id }) => _id === deleting._id) ?? deleting}
          onCancel={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null)
            setDeleted(deleted + 1)
          }}
        />
      )}
    </section>
  )
}

interface DoctorRowProps {
  doctor: Doctor
  onChangePhoto: () => void
  onDelete: () => void
}

/** A doctor with the photo's status, and buttons to change the photo and delete the doctor. */
function DoctorRow({ doctor, onChangePhoto, onDelete }: DoctorRowProps) {
  const { name, email, designation, specialty, treatments } = doctor
  return (
    <li className="leaf grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 bg-base-100 p-5 shadow-soft sm:flex sm:items-center sm:gap-6">
      <DoctorPhoto
        doctor={doctor}
        sizes="6rem"
        size={96}
        className="leaf size-22 shrink-0 sm:size-24"
      />
      <div className="grid min-w-0 flex-1 gap-0.5 [overflow-wrap:anywhere]">
        <h2 className="text-xl">{name}</h2>
        {designation && <p className="text-muted">{designation}</p>}
        <p className="text-sm font-bold text-primary">
          <BreakAfterSlash text={specialty} />
        </p>
        {treatments.length === 0 && (
          <p className="text-sm font-semibold">
            Gives no treatment yet: families can’t book this doctor. Edit to choose treatments.
          </p>
        )}
        <p className="text-sm text-muted">
          <EmailText email={email} />
        </p>
        <PhotoState doctor={doctor} />
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 *:grow sm:flex-col">
        <ButtonLink
          to={`/dashboard/managedoctors/${doctor._id}`}
          look="secondary"
          aria-label={`Edit ${name}`}
          className="px-4"
        >
          <Pencil aria-hidden="true" size={18} /> Edit
        </ButtonLink>
        <Button
          look="secondary"
          aria-label={`Change photo of ${name}`}
          onClick={onChangePhoto}
          className="px-4"
        >
          <ImageUp aria-hidden="true" size={18} /> Change photo
        </Button>
        <Button
          look="secondary"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
          className="px-4 text-error"
        >
          <Trash2 aria-hidden="true" size={18} /> Delete
        </Button>
      </div>
    </li>
  )
}

/**
 * The processing status of a doctor's photo; nothing once it is done. A failed one can be retried.
 */
function PhotoState({ doctor }: { doctor: Doctor }) {
  return (
    <div className="grid justify-items-start gap-1">
      <p role="status">
        {isPhotoInProgress(doctor) && (
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
    mutationFn: () => send(retryImage, { params: { id: imageId } }),
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
