import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useRole } from '#web/both/session/auth-context.ts'
import { Card } from '#web/components/card.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { TextButton, TextLink } from '#web/components/text-link.tsx'
import { DESK_ACTIONS, type DeskAction } from '#web/desk/workspace/desk-actions.ts'
import { useRunHere } from '#web/desk/workspace/use-run-here.ts'
import { HANDBOOK_ACTIONS, QUESTIONS } from './questions.ts'
import { Shortcuts } from './shortcuts.tsx'

/** Answers and shortcuts for users of the workspace. */
export default function HelpPage() {
  const isAdmin = useRole() === 'admin'
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that a link leads there.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key])
  return (
    <>
      <PageTitle>Help</PageTitle>
      <p className="mt-2 mb-4 max-w-2xl text-lg text-muted">
        The search at the top finds each of these, too: press / and type a word, such as “till”.
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card>
          <h2 className="mb-2 text-2xl">Where do I …?</h2>
          <ul aria-label="Questions" className="grid">
            {QUESTIONS.map(({ text, actions, forStaff }) => (
              <li
                key={text}
                className="grid gap-x-6 gap-y-1 border-t border-base-300 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]"
              >
                <span className="py-1 font-bold">{text}</span>
                <div className="grid">
                  {actions
                    .map((name): DeskAction => DESK_ACTIONS[name])
                    .filter((action) => isAdmin || !action.isForAdmins)
                    .map((action) => (
                      <Answer key={action.label} action={action} />
                    ))}
                  {!isAdmin && forStaff && <p className="py-1 text-muted">{forStaff}</p>}
                </div>
              </li>
            ))}
          </ul>
        </Card>
        <div className="grid gap-6">
          <Card>
            <h2 className="mb-2 text-2xl">Handbook</h2>
            <p className="text-muted">The tasks of a day, step by step.</p>
            <ul aria-label="Handbook" className="mt-2 grid">
              {HANDBOOK_ACTIONS.map((name): DeskAction => DESK_ACTIONS[name])
                .filter((action) => isAdmin || !action.isForAdmins)
                .map((action) => (
                  <li key={action.label}>
                    <Answer action={action} />
                  </li>
                ))}
            </ul>
          </Card>
          <Card id="shortcuts" className="scroll-mt-16">
            <h2 className="mb-2 text-2xl">Keyboard shortcuts</h2>
            <div className="grid gap-4">
              <Shortcuts />
            </div>
          </Card>
        </div>
      </div>
    </>
  )
}

function Answer({ action }: { action: DeskAction }) {
  const runHere = useRunHere()
  const { label, hint } = action
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      {'to' in action ? (
        <TextLink to={action.to} state={action.state}>
          {label}
        </TextLink>
      ) : (
        <TextButton onClick={() => runHere(action.run)}>{label}</TextButton>
      )}
      {hint && <span className="text-muted">{hint}</span>}
    </div>
  )
}
