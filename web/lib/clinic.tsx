import { createContext, type ReactNode, use, useState } from 'react'
import { type ClinicDetails, DEFAULT_CLINIC } from '#contract/clinic/clinic-details.ts'

interface ClinicState {
  clinic: ClinicDetails
  show: (clinic: ClinicDetails) => void
}

const ClinicContext = createContext<ClinicState>({
  clinic: DEFAULT_CLINIC,
  show: () => undefined,
})

/** @param clinic as the page was rendered with it */
export function ClinicProvider({
  clinic: first,
  children,
}: {
  clinic: ClinicDetails
  children: ReactNode
}) {
  const [clinic, show] = useState(first)
  return <ClinicContext value={{ clinic, show }}>{children}</ClinicContext>
}

/** The clinic's name, address, phone, hours and social networks. */
export function useClinic(): ClinicDetails {
  return use(ClinicContext).clinic
}

/** Returns a function that shows changed details on the whole site. */
export function useShowClinic(): (clinic: ClinicDetails) => void {
  return use(ClinicContext).show
}
