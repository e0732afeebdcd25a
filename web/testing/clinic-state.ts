import { type ClinicState, DEFAULT_SETTINGS } from '#contract/clinic/clinic-settings.ts'
import { DEFAULT_CLINIC } from '#contract/clinic/default-clinic.ts'

/** What `GET /clinic/settings` answers of a clinic that has changed nothing. */
export const CLINIC_STATE: ClinicState = {
  ...DEFAULT_SETTINGS,
  hoursFromSchedule: 'Monday to Friday 09:00am to 05:00pm',
  dialablePhone: DEFAULT_CLINIC.dialablePhone,
  version: 3,
}
