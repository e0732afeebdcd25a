import type { DueChild } from '#contract/next-visits/check-up-plan.ts'
import { Letter, LettersToPrint } from '#web/desk/letters/letters.tsx'
import { useClinic } from '#web/lib/clinic.tsx'

interface DueLettersProps {
  /** Children that no email asks for. */
  due: readonly Pick<DueChild, '_id' | 'name'>[]
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
      {due.map(({ _id, name }) => (
        <DuePage key={_id} name={name} />
      ))}
    </LettersToPrint>
  )
}

function DuePage({ name }: { name: string }) {
  const { phone } = useClinic()
  const [firstName = name] = name.trim().split(/\s+/u)
  return (
    <Letter title="Time to book a visit">
      <p className="mt-6">
        To the family of <bdi>{firstName}</bdi>,
      </p>
      <p className="mt-4">
        It is time for the next visit of <bdi>{firstName}</bdi>. Please choose a day and a time that
        suit you: by phone at <strong>{phone}</strong>, or at{' '}
        <strong className="wrap-anywhere">{`${window.location.origin}/appointment`}</strong>.
      </p>
    </Letter>
  )
}
