import { componentChunk, LazyComponent } from '#web/components/states/lazy-component.tsx'
import { useSession } from '#web/lib/use-session.ts'

// Only families that are logged in have something to do.
const familyAnswers = componentChunk(() => import('./family/family-answers.tsx'))

/** What the family has to answer, to book and to pay, above everything else. */
export function ToAnswer() {
  const email = useSession()?.user.email
  return email && <LazyComponent chunk={familyAnswers} props={{ email }} waiting={null} />
}
