import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import type { NextTimes } from '#contract/booking/next-times.ts'
import { timesAddress } from '#contract/booking/time-address.ts'
import { nextTimesOptions } from '#web/both/times/next-times-query.ts'
import { Button } from '#web/components/button.tsx'
import { RadioChips } from '#web/components/forms/radio-chips.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { useOtherLanguages } from '#web/lib/other-languages.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { addressIn, type Language } from '#words/languages.ts'

/** QR codes of a treatment's free times, for posters and flyers. */
export default function PostersPage() {
  const treatments = useQuery(nextTimesOptions())
  const [language, setLanguage] = useState<Language>('en')
  const languages: Language[] = ['en', ...useOtherLanguages()]
  return (
    <>
      <PageTitle>Posters</PageTitle>
      <p className="mt-3 mb-6 max-w-2xl text-muted">
        Each code opens the treatment’s free times, which everyone can see without logging in. A
        file can be printed in any size.
      </p>
      {languages.length > 1 && (
        <div className="mb-6">
          <RadioChips
            legend="Language of the page that the codes open"
            options={languages.map((value) => ({ value, label: ENGLISH_NAMES[value] }))}
            value={language}
            onChoose={setLanguage}
          />
        </div>
      )}
      <Loaded query={treatments} what="the treatments">
        {(list) => (
          <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {list.map((treatment) => (
              <Poster key={treatment._id} treatment={treatment} language={language} />
            ))}
          </ul>
        )}
      </Loaded>
      {treatments.data?.length === 0 && <p>There is no treatment that can be booked.</p>}
    </>
  )
}

interface PosterProps {
  treatment: NextTimes
  /** Of the page that its code opens. */
  language: Language
}

function Poster({ treatment: { _id, name }, language }: PosterProps) {
  const address = window.location.origin + addressIn(language, timesAddress(_id))
  // Readable even if a quarter of it is torn off or dirty.
  const svg = renderSVG(address, { ecc: 'Q', border: 4 })
  function save() {
    const title = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const fileName = ['qr', title, ...(language === 'en' ? [] : [language])].join('-')
    saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${fileName}.svg`)
  }
  return (
    <li className="grid min-w-0 content-start justify-items-start gap-3 rounded-2xl border border-line p-4">
      <h2 className="max-w-full text-lg wrap-anywhere">{name}</h2>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={`QR code of the free times of ${name}`}
        width={160}
        height={160}
        className="h-auto max-w-full rounded-lg"
      />
      <a href={address} className="text-sm break-all text-muted underline underline-offset-4">
        {address}
      </a>
      <Button look="secondary" className="max-w-full px-4" onClick={save}>
        <Download aria-hidden="true" size={18} />
        Download SVG <span className="sr-only">of {name}</span>
      </Button>
    </li>
  )
}
