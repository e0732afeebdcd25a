import { createContext, type ReactNode, use, useState } from 'react'
import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'

interface ClinicState {
  clinic: ClinicDetails
  show: (clinic: ClinicDetails) => void
}

const ClinicContext = createContext<ClinicState | null>(null)

/** @param clinic the details with which the page was rendered */
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
  return useClinicState().clinic
}

/** Returns a function that shows changed details on the whole site. */
export function useShowClinic(): (clinic: ClinicDetails) => void {
  return useClinicState().show
}

function useClinicState(): ClinicState {
  const state = use(ClinicContext)
  if (!state) throw new Error('There is no ClinicProvider around this.')
  return state
}
