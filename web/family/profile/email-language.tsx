import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import type { EmailSettings } from '#contract/notifications/email-settings.ts'
import { changeEmailSettings } from '#contract/notifications/email-settings-calls.ts'
import { emailSettingsOptions } from '#web/both/emails/email-settings-api.ts'
import { SelectField } from '#web/components/forms/fields.tsx'
import { FormAlert } from '#web/components/forms/form-alert.tsx'
import { send } from '#web/lib/api/send.ts'
import { useIsOffered } from '#web/lib/is-offered.ts'
import { useOtherLanguages } from '#web/lib/other-languages.ts'
import * as words from '#words/en/account/email-language.ts'
import { LANGUAGE } from '#words/en/language.ts'
import { OWN_NAMES } from '#words/language-names.ts'
import { addressIn, isLanguage, LANGUAGES, type Language } from '#words/languages.ts'
import { SEE_IN } from '#words/see-in.ts'

const CHOICES = LANGUAGES.map((language) => ({
  ...{ value: language, label: OWN_NAMES[language] },
  ...(language !== LANGUAGE && { lang: language }),
}))

/** The language of the user's emails and receipts, and a link to this page in it if it has another one. */
export function EmailLanguage({ settings }: { settings: EmailSettings }) {
  const queries = useQueryClient()
  const { pathname, search, hash } = useLocation()
  const other = useOtherLanguages().find((language) => language === settings.language)
  const { queryKey } = emailSettingsOptions(settings.address)
  const change = useMutation({
    mutationFn: (language: Language) => send(changeEmailSettings, { body: { language } }),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
  })
  const chosen = change.isPending ? change.variables : settings.language
  return (
    <div className="grid gap-2">
      <SelectField
        label={words.languageOfEmails}
        hint={useIsOffered(chosen) ? words.receiptsToo : words.notOfferedYet}
        options={CHOICES}
        value={chosen}
        aria-busy={change.isPending}
        onChange={({ target: { value } }) => {
          if (!change.isPending && isLanguage(value)) change.mutate(value)
        }}
      />
      <div role="status" className="empty:-mt-2">
        {other && (
          <a
            href={addressIn(other, pathname + search + hash)}
            lang={other}
            hrefLang={other}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {SEE_IN[other]}
          </a>
        )}
      </div>
      {change.isError && <FormAlert>{change.error.message}</FormAlert>}
    </div>
  )
}
