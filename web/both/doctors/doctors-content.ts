import haddad from '#web/illustrations/doctor-haddad.svg'
import larsen from '#web/illustrations/doctor-larsen.svg'
import okafor from '#web/illustrations/doctor-okafor.svg'
import reyes from '#web/illustrations/doctor-reyes.svg'

/** The home page's four doctors are static. */
export const homeDoctors = [
  { name: 'Dr. Amara Okafor', designation: 'Head Pediatrician', img: okafor },
  { name: 'Dr. Daniel Reyes', designation: 'Vaccinations and Travel Medicine', img: reyes },
  { name: 'Dr. Leila Haddad', designation: 'Child Development', img: haddad },
  { name: 'Dr. Henrik Larsen', designation: 'Allergies and Nutrition', img: larsen },
] as const
