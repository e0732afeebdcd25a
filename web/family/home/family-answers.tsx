import { useQuery } from '@tanstack/react-query'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'

// Few families have an offer to answer.
const needsAnswer = componentChunk(() => import('./styled-answers.ts'))

/** What needs the family's answer; nothing without any. */
export default function FamilyAnswers({ email }: { email: string }) {
  const { data } = useQuery(appointmentsOptions(email))
  if (!data?.toAnswer) return null
  return (
    <div className="shell pt-4 md:pt-6">
      <LazyComponent chunk={needsAnswer} waiting={null} />
    </div>
  )
}
