import { describe, expect, it } from 'vitest'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { composeEmail } from '#domain/notifications/sending/compose.ts'
import { SUBJECTS, subjectsIn } from '#domain/notifications/testing/subjects.ts'
import { EMAIL_RULES, findHtmlErrors } from '#web/testing/html-rules.ts'
import { LANGUAGES } from '#words/languages.ts'

describe.each(LANGUAGES)('in the language %s', (language) => {
  const subjects = language === 'en' ? SUBJECTS : subjectsIn(language)

  it.each(subjects)('the HTML of the email $name is valid', async ({ subject }) => {
    const { html } = composeEmail(subject, SENDER)
    expect(await findHtmlErrors(String(html), EMAIL_RULES)).toEqual([])
  })
})
