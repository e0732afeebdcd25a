import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { count } from '#contract/count.ts'
import { useRole } from '#web/both/session/auth-context.ts'
import { Card } from '#web/components/card.tsx'
import { SearchField } from '#web/components/forms/search-field.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { TextButton, TextLink } from '#web/components/text-link.tsx'
import { DESK_ACTIONS, type DeskAction, findActions } from '#web/desk/workspace/desk-actions.ts'
import { findTasks } from '#web/desk/workspace/handbook-tasks.ts'
import { useRunHere } from '#web/desk/workspace/use-run-here.ts'
import { HANDBOOK_ACTIONS, QUESTIONS } from './questions.ts'
import { Shortcuts } from './shortcuts.tsx'

/** Answers and shortcuts for users of the workspace. */
export default function HelpPage() {
  const isAdmin = useRole() === 'admin'
  const { hash, key } = useLocation()
  const [search, setSearch] = useSearchParams()
  const words = search.get('search') ?? ''
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
      <div className="mb-6 max-w-2xl">
        <SearchField
          label="Find an action, or a task of the handbook"
          value={words}
          onSearch={(typed) => setSearch(typed ? { search: typed } : {}, { replace: true })}
        />
      </div>
      {words !== '' && <Found words={words} isForAdmins={isAdmin} />}
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

/** What the typed words find: actions, then tasks of the handbook. */
function Found({ words, isForAdmins }: { words: string; isForAdmins: boolean }) {
  const actions = findActions(words, { isForAdmins })
  const tasks = findTasks(words, { isForAdmins })
  const found = actions.length + tasks.length
  return (
    <Card className="mb-6 max-w-2xl">
      <p role="status" className="font-bold">
        {found === 0
          ? `Nothing found for “${words}”. Try another word.`
          : `${count(found, 'answer')} for “${words}”`}
      </p>
      {found > 0 && (
        <ul aria-label="Found" className="mt-2 grid">
          {actions.map(({ name, action }) => (
            <li key={name}>
              <Answer action={action} />
            </li>
          ))}
          {tasks.map(({ title, page, to }) => (
            <li key={to} className="flex flex-wrap items-center gap-x-3">
              <TextLink to={to}>{title}</TextLink>
              <span className="text-muted">{page}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
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
