import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'

/** For the development server, whose pages come without data. */
export async function fetchClinic(): Promise<ClinicDetails> {
  return (await fetch('/clinic')).json()
}
