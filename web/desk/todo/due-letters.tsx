import type { DueChild } from '#contract/next-visits/check-up-plan.ts'
import { letterWordsIn } from '#web/desk/letters/letter-words.ts'
import { Letter, LettersToPrint } from '#web/desk/letters/letters.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { useIsOffered } from '#web/lib/is-offered.ts'
import { addressIn, languageOf } from '#words/languages.ts'

interface DueLettersProps {
  /** Children that no email asks for. */
  due: readonly Pick<DueChild, '_id' | 'name' | 'language'>[]
  onDone: () => void
}

/** Prints letters that ask families to book, one for each child. They say nothing about health. */
export default function DueLetters({ due, onDone }: DueLettersProps) {
  return (
    <LettersToPrint
      number={due.length}
      hint="They name the child by its first name only. The families stay in the list until a visit is booked."
      onDone={onDone}
    >
      {due.map(({ _id, name, language }) => (
        <DuePage key={_id} name={name} language={language} />
      ))}
    </LettersToPrint>
  )
}

type DuePageProps = Pick<DueChild, 'name' | 'language'>

function DuePage({ name, ...child }: DuePageProps) {
  const { phone } = useClinic()
  const marked = languageOf(child.language)
  const language = useIsOffered(marked) ? marked : 'en'
  const words = letterWordsIn(language)
  const [firstName = name] = name.trim().split(/\s+/u)
  const shown = <bdi>{firstName}</bdi>
  const address = window.location.origin + addressIn(language, '/appointment')
  return (
    <Letter language={language} title={words.timeToBook}>
      <p className="mt-6">{words.toFamilyOf(shown)}</p>
      <p className="mt-4">
        {words.nextVisit(
          shown,
          <strong>{phone}</strong>,
          <strong className="wrap-anywhere">{address}</strong>,
        )}
      </p>
    </Letter>
  )
}
