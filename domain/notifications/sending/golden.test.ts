import { describe, expect, it } from 'vitest'
import { SENDER } from '#domain/notifications/content/examples.ts'
import { SUBJECTS, subjectsIn } from '#domain/notifications/testing/subjects.ts'
import { LANGUAGES } from '#words/languages.ts'
import { composeEmail } from './compose.ts'
import type { EmailMessage } from './mailer.ts'

// Every email as its file in domain/notifications/golden says, so that a change of words shows in a review.
// After a change that is meant: `npm run test:unit -- domain/notifications/sending/golden.test.ts --update`.

describe.each(LANGUAGES)('in the language %s', (language) => {
  const subjects = language === 'en' ? SUBJECTS : subjectsIn(language)

  it.each(subjects)('the email $name is as kept', async ({ name, subject }) => {
    await expect(written(composeEmail(subject, SENDER))).toMatchFileSnapshot(
      `../golden/${language}/${name}.txt`,
    )
  })
})

/** What a recipient reads, without the styles that all emails share. */
function written({ subject, unsubscribeUrl, text, html, calendar }: EmailMessage): string {
  const markup = html
    .replaceAll(/<style>[\s\S]*?<\/style>|<!--[\s\S]*?-->| style="[^"]*"|(&#8199;&#847; )+/g, '')
    .replaceAll(/\n\s*\n/g, '\n')
  const file = calendar ? `\n${calendar.content.replaceAll('\r\n', '\n')}` : ''
  return `Subject: ${subject}\nList-Unsubscribe: ${unsubscribeUrl ?? 'none'}\n\n${text}\n${markup}${file}`
}
