import type { ClinicDetails } from './clinic-details.ts'
import { DEFAULT_DETAILS } from './clinic-settings.ts'

/** What visitors read of a clinic that has changed nothing: docs/requirements.md#fixed-texts. */
export const DEFAULT_CLINIC: ClinicDetails = {
  ...DEFAULT_DETAILS,
  hours: 'Monday to Friday 09:00am to 05:00pm',
  dialablePhone: '+15035550142',
}
