import haddad from '../../illustrations/doctor-haddad.svg'
import larsen from '../../illustrations/doctor-larsen.svg'
import okafor from '../../illustrations/doctor-okafor.svg'
import reyes from '../../illustrations/doctor-reyes.svg'

/** The home page's four doctors are static. */
export const homeDoctors = [
  { name: 'Dr. Amara Okafor', designation: 'Head paediatrician', img: okafor },
  { name: 'Dr. Daniel Reyes', designation: 'Vaccinations and travel', img: reyes },
  { name: 'Dr. Leila Haddad', designation: 'Child development', img: haddad },
  { name: 'Dr. Henrik Larsen', designation: 'Allergies and nutrition', img: larsen },
] as const
