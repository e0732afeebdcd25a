import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ClinicText,
  type ClinicTexts,
  TEXT_PLACES,
  type TextPlace,
} from '#contract/translations/translations.ts'
import { Card } from '#web/components/card.tsx'
import { Fold } from '#web/components/fold.tsx'
import { PageTitle } from '#web/components/page-title.tsx'
import { Loaded } from '#web/components/states/loaded.tsx'
import { EmptyState } from '#web/components/states/states.tsx'
import { ENGLISH_NAMES } from '#words/language-names.ts'
import { TRANSLATIONS, type Translation } from '#words/languages.ts'
import { TranslationForm } from './translation-form.tsx'
import { translationsOptions } from './translations-api.ts'

const TITLES: Record<TextPlace, string> = {
  treatments: 'Treatments',
  clinic: 'Clinic',
  website: 'Website',
  doctors: 'Doctors',
  closures: 'Closures',
}

/** What the clinic wrote for families, in other languages: docs/requirements.md#languages. */
export default function LanguagesPage() {
  return (
    <>
      <PageTitle>Languages</PageTitle>
      <p className="mt-2 mb-6 max-w-2xl text-lg text-muted">
        What you wrote for families, in English and in other languages. A text without a translation
        is shown in English. Once you change a text, translate it again.
      </p>
      {TRANSLATIONS.map((language) => (
        <TextsIn key={language} language={language} />
      ))}
    </>
  )
}

function TextsIn({ language }: { language: Translation }) {
  const query = useQuery(translationsOptions(language))
  return (
    <Loaded query={query} what={`the texts in ${ENGLISH_NAMES[language]}`}>
      {(all) =>
        all.texts.length === 0 ? (
          <EmptyState title="No texts to translate">
            Treatments, what to bring and the words of the website are listed here.
          </EmptyState>
        ) : (
          <Texts all={all} />
        )
      }
    </Loaded>
  )
}

const isMissing = ({ translation }: ClinicText) => translation === ''

/** '12 texts are not in Spanish yet' */
function describeMissing({ language, texts }: ClinicTexts): string {
  const missing = texts.filter(isMissing).length
  const name = ENGLISH_NAMES[language]
  if (missing === 0) return `All texts are in ${name}`
  return missing === 1 ? `1 text is not in ${name} yet` : `${missing} texts are not in ${name} yet`
}

function Texts({ all }: { all: ClinicTexts }) {
  // A text stays in its place while it is being translated.
  const [first] = useState(() => new Set(all.texts.filter(isMissing).map(({ text }) => text)))
  return (
    <div className="grid gap-6">
      <div role="status">
        <h2 className="text-2xl">{describeMissing(all)}</h2>
      </div>
      {TEXT_PLACES.map((place) => {
        const here = all.texts.filter((one) => one.place === place)
        const [toTranslate, others] = [
          here.filter(({ text }) => first.has(text)),
          here.filter(({ text }) => !first.has(text)),
        ]
        const missing = here.filter(isMissing).length
        if (here.length === 0) return null
        return (
          <Card key={place}>
            <section aria-labelledby={`texts-${place}`} className="grid gap-4">
              <h3 id={`texts-${place}`} className="text-xl">
                {missing > 0 ? `${TITLES[place]} (${missing})` : TITLES[place]}
              </h3>
              <Forms texts={toTranslate} all={all} />
              {others.length > 0 && (
                <Fold title={`In ${ENGLISH_NAMES[all.language]}: ${others.length}`}>
                  <Forms texts={others} all={all} />
                </Fold>
              )}
            </section>
          </Card>
        )
      })}
    </div>
  )
}

function Forms({ texts, all }: { texts: readonly ClinicText[]; all: ClinicTexts }) {
  if (texts.length === 0) return null
  return (
    <ul className="grid gap-5">
      {texts.map((one) => (
        <li key={one.text} className="border-t border-base-300 pt-5">
          <TranslationForm one={one} all={all} />
        </li>
      ))}
    </ul>
  )
}
