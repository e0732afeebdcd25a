import { Auth, type AuthSnapshot } from '#web/both/session/auth-context.ts'
import { CodeForm, type CodeFormStep } from '#web/both/sign-in/code-form.tsx'
import { SignInFrame } from '#web/both/sign-in/sign-in-frame.tsx'
import { useProblem } from '#web/both/sign-in/use-sign-in.ts'
import * as words from '#words/en/account/code.ts'

function stepOf(snapshot: AuthSnapshot): CodeFormStep {
  if (snapshot.matches({ guest: { secondFactor: 'sendingCode' } })) return 'sending'
  if (snapshot.matches({ guest: { secondFactor: 'codeNotSent' } })) return 'notSent'
  return snapshot.matches({ guest: { secondFactor: 'awaitingCode' } }) ? 'awaiting' : 'confirming'
}

/** The second factor of a login. */
export function CodeStep() {
  const auth = Auth.useActorRef()
  const step = Auth.useSelector(stepOf)
  const phone = Auth.useSelector(({ context }) => context.phoneHint)
  const problem = useProblem({ guest: 'secondFactor' })
  const canCancel = Auth.useSelector((snapshot) => snapshot.can({ type: 'code.cancel' }))

  return (
    <SignInFrame title={words.title} lead={words.lead}>
      <CodeForm
        step={step}
        phone={phone}
        message={problem?.message ?? null}
        code={problem?.code}
        canCancel={canCancel}
        onSubmit={(code) => auth.send({ type: 'code.submit', code })}
        onResend={() => auth.send({ type: 'code.resend' })}
        onCancel={() => auth.send({ type: 'code.cancel' })}
      />
    </SignInFrame>
  )
}
