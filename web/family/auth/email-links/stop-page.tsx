import { type ReactNode, useActionState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { messageOf } from '#machines/actors.ts'
import { SignInFrame } from '#web/both/sign-in/sign-in-frame.tsx'
import { Button } from '#web/components/button.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { ApiError } from '#web/lib/api/api-error.ts'
import * as words from '#words/en/account/email-links.ts'

interface Words {
  title: string
  lead: string
}

interface StopPageProps {
  /** Asks whether to stop the emails. */
  question: Words & { button: string }
  stopped: Words
  /** What to do when the link is not valid. */
  invalid: string
  /** A link to a next step, shown afterwards and for an invalid link. */
  next: ReactNode
  stop: (token: string) => Promise<unknown>
}

/** The target of a link in emails that stops them, with a token. Opening it changes nothing. */
export function StopPage({ question, stopped, invalid, next, stop }: StopPageProps) {
  const [parameters] = useSearchParams()
  const token = parameters.get('token') ?? ''
  const [outcome, press, isPending] = useActionState(() => tryTo(() => stop(token)), null)

  if (outcome?.is === 'done') return <SignInFrame {...stopped}>{next}</SignInFrame>
  if (token === '' || outcome?.is === 'invalid') {
    return (
      <SignInFrame title={words.linkDoesNotWork} lead={invalid}>
        {next}
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={question.title} lead={question.lead}>
      <form action={press} className="grid gap-4">
        {outcome?.is === 'failed' && <FormAlert>{outcome.message}</FormAlert>}
        <Button type="submit" wide busy={isPending}>
          {question.button}
        </Button>
      </form>
    </SignInFrame>
  )
}

type Outcome = { is: 'done' | 'invalid' } | { is: 'failed'; message: string }

async function tryTo(stop: () => Promise<unknown>): Promise<Outcome> {
  try {
    await stop()
    return { is: 'done' }
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return { is: 'invalid' }
    return { is: 'failed', message: messageOf(error) }
  }
}
