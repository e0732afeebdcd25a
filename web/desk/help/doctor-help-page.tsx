import { HandbookText } from './handbook-text.tsx'

/** The doctors’ page of the handbook, for doctors. */
export default function DoctorHelpPage() {
  return <HandbookText name="doctor" />
}
