import ImageUp from 'lucide-react/icons/image-up'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Doctor } from '../../../../contract/doctors.ts'
import { BreakAfterSlash } from '../../../components/break-after-slash.tsx'
import { Button } from '../../../components/button.tsx'
import { EmailText } from '../../../components/email-text.tsx'
import { DoctorPicture } from '../doctor-picture.tsx'
import { PictureState } from './picture-state.tsx'

interface DoctorRowProps {
  doctor: Doctor
  onChangePicture: () => void
  onDelete: () => void
}

/** A doctor with their picture, how far that is, and the ways to change it and to delete them. */
export function DoctorRow({ doctor, onChangePicture, onDelete }: DoctorRowProps) {
  const { name, email, designation, specialty } = doctor
  return (
    <li className="leaf grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 bg-base-100 p-5 shadow-soft sm:flex sm:items-center sm:gap-6">
      <DoctorPicture
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
        <p className="text-sm text-muted">
          <EmailText email={email} />
        </p>
        <PictureState doctor={doctor} />
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 *:grow sm:flex-col">
        <Button
          look="secondary"
          aria-label={`Change ${name}’s photo`}
          onClick={onChangePicture}
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
