import type { ReactNode } from 'react'
import { providerSentence } from '#web/both/session/provider-sentences.ts'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { LANGUAGE } from '#words/en/language.ts'

/** The provider's own messages are in English. */
const PROVIDERS_LANGUAGE = LANGUAGE === 'en' ? undefined : 'en'

interface SignInProblemProps {
  problem: {
    /** The provider's or our server's message. */
    message: string
    /** The provider's code. */
    code: string | null
  } | null
  /** The next step. */
  children?: ReactNode
}

/** Why a login failed: a plain sentence and the next step, or else the provider's message. */
export function SignInProblem({ problem, children }: SignInProblemProps) {
  if (!problem) return null
  const sentence = providerSentence(problem.code)
  if (!sentence) return <FormAlert>{problem.message}</FormAlert>
  return (
    <FormAlert>
      <p>
        {sentence} {children}
      </p>
      <p lang={PROVIDERS_LANGUAGE} className="mt-1 text-sm font-normal wrap-anywhere">
        {problem.message}
      </p>
    </FormAlert>
  )
}
