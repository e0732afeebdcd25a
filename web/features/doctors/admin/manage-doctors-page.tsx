import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Doctor } from '../../../../contract/doctors.ts'
import { ButtonLink } from '../../../components/button.tsx'
import { ListSkeleton } from '../../../components/list-skeleton.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { EmptyState, LoadError } from '../../../components/states.tsx'
import { useFocusOnChange } from '../../../components/use-focus-on-change.ts'
import nobody from '../../../illustrations/empty-team.svg'
import { doctorsOptions } from '../doctors-api.ts'
import { ChangePictureDialog } from './change-picture-dialog.tsx'
import { DeleteDoctorDialog } from './delete-doctor-dialog.tsx'
import { DoctorRow } from './doctor-row.tsx'

export default function ManageDoctorsPage() {
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageTitle>Manage Doctors</PageTitle>
        <ButtonLink to="/dashboard/adddoctor" look="secondary">
          Add a Doctor
        </ButtonLink>
      </div>
      <Doctors />
    </>
  )
}

function Doctors() {
  const list = useQuery(doctorsOptions())
  if (list.isPending) return <ListSkeleton label="Loading doctors" />
  if (!list.data) return <LoadError title="We couldn’t load the doctors" query={list} />
  return <DoctorsList doctors={list.data} />
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
          picture={<img src={nobody} alt="" width={320} height={240} className="picture" />}
          action={<ButtonLink to="/dashboard/adddoctor">Add a doctor</ButtonLink>}
        >
          Doctors you add here appear on the public doctors page.
        </EmptyState>
      ) : (
        <ul className="grid gap-4">
          {doctors.map((doctor) => (
            <DoctorRow
              key={doctor._id}
              doctor={doctor}
              onChangePicture={() => setChanging(doctor)}
              onDelete={() => setDeleting(doctor)}
            />
          ))}
        </ul>
      )}
      {changing && <ChangePictureDialog doctor={changing} onClose={() => setChanging(null)} />}
      {deleting && (
        <DeleteDoctorDialog
          doctor={deleting}
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
