import haddad from '#web/illustrations/doctor-haddad.svg'
import larsen from '#web/illustrations/doctor-larsen.svg'
import okafor from '#web/illustrations/doctor-okafor.svg'
import reyes from '#web/illustrations/doctor-reyes.svg'

/** The portraits of the home page's four doctors, by their names. */
export const DOCTOR_PICTURES: Readonly<Record<string, string>> = {
  'Dr. Amara Okafor': okafor,
  'Dr. Daniel Reyes': reyes,
  'Dr. Leila Haddad': haddad,
  'Dr. Henrik Larsen': larsen,
}
