import { useQuery } from '@tanstack/react-query'
import { appointmentsOptions } from '#web/both/appointments/appointments-api.ts'
import { useUser } from '#web/both/session/auth-context.ts'
import * as words from '#words/en/visits/dashboard.ts'

/** Marks a link while an offer waits for the user's answer. */
export default function ToAnswerMark() {
  const { email } = useUser()
  const { data } = useQuery(appointmentsOptions(email))
  if (!data?.toAnswer) return null
  return (
    <>
      <span
        aria-hidden="true"
        className="absolute top-1.5 start-1/2 ms-2 size-3 rounded-full bg-error"
      />
      <span className="sr-only">{words.toAnswer}</span>
    </>
  )
}
