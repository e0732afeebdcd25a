import { useQuery } from '@tanstack/react-query'
import { DoctorPhoto } from './doctor-photo.tsx'
import { teamOptions } from './team-query.ts'

/** The photo of a doctor who is known by name. Decorative: the name is next to it. */
export default function DoctorFace({ name }: { name: string }) {
  const { data } = useQuery(teamOptions())
  const doctor = data?.find((member) => member.name === name) ?? { name, img: null, sources: [] }
  return <DoctorPhoto doctor={doctor} size={96} sizes="6rem" className="w-full rounded-full" />
}
