import type { ReactNode } from 'react'
import { providerSentence } from '#web/both/session/provider-sentences.ts'
import { FormAlert } from '#web/components/forms/form-alert.tsx'

interface SignInProblemProps {
  problem: {
    /** In the words of the provider or of our server. */
    message: string
    /** The provider's code. */
    code: string | null
  } | null
  /** The next step. */
  children?: ReactNode
}

/** Why a login failed: a sentence for people and the next step, then the provider's own text. */
export function SignInProblem({ problem, children }: SignInProblemProps) {
  if (!problem) return null
  const sentence = providerSentence(problem.code)
  if (!sentence) return <FormAlert>{problem.message}</FormAlert>
  return (
    <FormAlert>
      <p>
        {sentence} {children}
      </p>
      <p className="mt-1 text-sm font-normal wrap-anywhere">{problem.message}</p>
    </FormAlert>
  )
}
