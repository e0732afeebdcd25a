import { renderSVG } from 'uqr'
import type { ClaimLetter } from '#contract/claims/claims.ts'
import { formatFullDay } from '#contract/dates.ts'
import { Letter, LettersToPrint } from '#web/desk/letters/letters.tsx'
import { useClinic } from '#web/lib/clinic.tsx'

interface ClaimLettersProps {
  letters: readonly ClaimLetter[]
  /** Forgets the letters, whose links nothing else knows. */
  onDone: () => void
}

/** Prints the letters with which families claim their records. */
export default function ClaimLetters({ letters, onDone }: ClaimLettersProps) {
  return (
    <LettersToPrint
      number={letters.length}
      hint="Each has a link of its own that only this page knows. Once you leave the page, a letter that was not printed has to be made again."
      onDone={onDone}
    >
      {letters.map((letter) => (
        <ClaimPage key={letter.token} letter={letter} />
      ))}
    </LettersToPrint>
  )
}

function ClaimPage({ letter: { family, token, until } }: { letter: ClaimLetter }) {
  const { name } = useClinic()
  const address = `${window.location.origin}/claim/${token}`
  const svg = renderSVG(address, { ecc: 'M', border: 2 })
  return (
    <Letter title="Our new website">
      <p className="mt-6">
        Dear <bdi>{family.name}</bdi>,
      </p>
      <p className="mt-4">
        {name} has a new website. Your children and their coming appointments are on it already.
        With an account you see them, book online anytime, and get reminders by email.
      </p>
      <ol className="mt-4 grid list-decimal gap-1 ps-6">
        <li>Scan the code with your phone, or type the address below it.</li>
        <li>Create an account, or log in to yours.</li>
        <li>Enter the birth date of one of your children.</li>
      </ol>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt="QR code of the address below"
        width={190}
        height={190}
        className="mt-8"
      />
      <p className="mt-3 font-mono font-bold wrap-anywhere">{address}</p>
      <p className="mt-8">
        The link works once, until {formatFullDay(until)}. It is only for your family: please keep
        this letter to yourself.
      </p>
    </Letter>
  )
}
