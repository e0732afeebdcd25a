import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { renderSVG } from 'uqr'
import type { ClaimLetter } from '#contract/claims/claims.ts'
import { addressLine, type ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { count } from '#contract/count.ts'
import { formatFullDay } from '#contract/dates.ts'
import { SproutMark } from '#web/components/brand/sprout-mark.tsx'
import { Button } from '#web/components/button.tsx'
import { useClinic } from '#web/lib/clinic.tsx'

interface ClaimLettersProps {
  letters: readonly ClaimLetter[]
  /** Forgets the letters, whose links nothing else knows. */
  onDone: () => void
}

/** Prints letters, one page each. They are nowhere but on this page, until it is left. */
export default function ClaimLetters({ letters, onDone }: ClaimLettersProps) {
  const clinic = useClinic()
  // The effect runs once the letters are rendered. A press has made them, so that no other window opens.
  useEffect(() => window.print(), [])
  return (
    <section aria-label="Letters to print" className="grid gap-3 rounded-2xl bg-honey px-4 py-3">
      <p role="status" className="font-bold">
        {letters.length === 1 ? '1 letter is' : `${count(letters.length, 'letter')} are`} ready to
        print.
      </p>
      <p className="text-sm">
        Each has a link of its own that only this page knows. Once you leave the page, a letter that
        was not printed has to be made again.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => window.print()}>Print</Button>
        <Button look="secondary" onClick={onDone}>
          All printed
        </Button>
      </div>
      {createPortal(
        <div className="printed-alone hidden print:block">
          {letters.map((letter) => (
            <Letter key={letter.token} letter={letter} clinic={clinic} />
          ))}
        </div>,
        document.body,
      )}
    </section>
  )
}

interface LetterProps {
  letter: ClaimLetter
  clinic: ClinicDetails
}

function Letter({ letter: { family, token, until }, clinic }: LetterProps) {
  const { name, fullName, phone, email } = clinic
  const address = `${window.location.origin}/claim/${token}`
  const svg = renderSVG(address, { ecc: 'M', border: 2 })
  return (
    <article className="letter-page">
      <div className="flex items-start justify-between gap-8 border-b-2 border-line pb-4">
        <p className="flex items-center gap-2 text-2xl font-extrabold">
          <SproutMark />
          {fullName}
        </p>
        <address className="text-right not-italic">
          <span className="block">{addressLine(clinic)}</span>
          <span className="block">
            {phone}, {email}
          </span>
        </address>
      </div>
      <h2 className="mt-12 text-2xl">Our new website</h2>
      <p className="mt-6">
        Dear <bdi>{family.name}</bdi>,
      </p>
      <p className="mt-4">
        {name} has a new website. Your children and their coming appointments are on it already.
        With an account you see them, book online anytime, and get reminders by email.
      </p>
      <ol className="mt-4 grid list-decimal gap-1 pl-6">
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
      <p className="mt-4">Questions? Call us at {phone}.</p>
      <p className="mt-8">Your team at {name}</p>
    </article>
  )
}
