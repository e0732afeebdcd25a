import { renderSVG } from 'uqr'
import type { ClaimLetter } from '#contract/claims/claims.ts'
import { letterWordsIn } from '#web/desk/letters/letter-words.ts'
import { Letter, LettersToPrint } from '#web/desk/letters/letters.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import { useIsOffered } from '#web/lib/is-offered.ts'
import { addressIn, languageOf } from '#words/languages.ts'

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

function ClaimPage({ letter: { family, token, until, ...letter } }: { letter: ClaimLetter }) {
  const { name } = useClinic()
  const marked = languageOf(letter.language)
  const language = useIsOffered(marked) ? marked : 'en'
  const words = letterWordsIn(language)
  const address = window.location.origin + addressIn(language, `/claim/${token}`)
  const svg = renderSVG(address, { ecc: 'M', border: 2 })
  return (
    <Letter language={language} title={words.ourNewWebsite}>
      <p className="mt-6">{words.dear(<bdi>{family.name}</bdi>)}</p>
      <p className="mt-4">{words.newWebsite(name)}</p>
      <ol className="mt-4 grid list-decimal gap-1 ps-6">
        <li>{words.scanCode}</li>
        <li>{words.createAccount}</li>
        <li>{words.enterBirthDate}</li>
      </ol>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={words.qrCode}
        width={190}
        height={190}
        className="mt-8"
      />
      <p className="mt-3 font-mono font-bold wrap-anywhere">{address}</p>
      <p className="mt-8">{words.worksUntil(words.formats.fullDay(until))}</p>
    </Letter>
  )
}
