import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { addressLine } from '#contract/clinic/clinic-details.ts'
import { count } from '#contract/count.ts'
import { SproutMark } from '#web/components/brand/sprout-mark.tsx'
import { Button } from '#web/components/button.tsx'
import { useClinic } from '#web/lib/clinic.tsx'
import type { Language } from '#words/languages.ts'
import { letterWordsIn } from './letter-words.ts'

interface LettersToPrintProps {
  /** How many letters there are. */
  number: number
  /** What staff should know before they leave the page. */
  hint: string
  onDone: () => void
  /** A `Letter` for each. */
  children: ReactNode
}

/** Prints letters, one page each. They are nowhere but on this page, until it is left. */
export function LettersToPrint({ number, hint, onDone, children }: LettersToPrintProps) {
  // The effect runs once the letters are rendered. A press has made them, so that no other window opens.
  useEffect(() => window.print(), [])
  return (
    <section aria-label="Letters to print" className="grid gap-3 rounded-2xl bg-honey px-4 py-3">
      <p role="status" className="font-bold">
        {number === 1 ? '1 letter is' : `${count(number, 'letter')} are`} ready to print.
      </p>
      <p className="text-sm">{hint}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => window.print()}>Print</Button>
        <Button look="secondary" onClick={onDone}>
          All printed
        </Button>
      </div>
      {createPortal(
        <div className="printed-alone hidden print:block">{children}</div>,
        document.body,
      )}
    </section>
  )
}

interface LetterProps {
  /** Of the family. */
  language: Language
  title: string
  children: ReactNode
}

/** A page with the clinic's letterhead and signature. */
export function Letter({ language, title, children }: LetterProps) {
  const clinic = useClinic()
  const words = letterWordsIn(language)
  const { name, fullName, phone, email } = clinic
  return (
    <article lang={language} dir={words.direction} className="letter-page">
      <div className="flex items-start justify-between gap-8 border-b-2 border-line pb-4">
        <p className="flex items-center gap-2 text-2xl font-extrabold">
          <SproutMark />
          {fullName}
        </p>
        <address className="text-end not-italic">
          <span className="block">{addressLine(clinic)}</span>
          <span className="block">
            {phone}, {email}
          </span>
        </address>
      </div>
      <h2 className="mt-12 text-2xl">{title}</h2>
      {children}
      <p className="mt-4">{words.callUs(phone)}</p>
      <p className="mt-8">{words.yourTeam(name)}</p>
    </article>
  )
}
