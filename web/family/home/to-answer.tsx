import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { useSession } from '#web/lib/use-session.ts'

// Only families that are logged in have anything to answer.
const familyAnswers = componentChunk(() => import('./family/family-answers.tsx'))

/** What needs the family's answer or payment, above everything else. */
export function ToAnswer() {
  const email = useSession()?.user.email
  return email && <LazyComponent chunk={familyAnswers} props={{ email }} waiting={null} />
}
