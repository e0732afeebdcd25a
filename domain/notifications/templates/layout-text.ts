import { addressLine } from '#contract/clinic/clinic-details.ts'
import type { EmailContent } from '../content/email-content.ts'
import { withoutIsolates } from '../content/isolates.ts'
import type { Speaker } from '../content/speech.ts'

const LINE_LENGTH = 72

/** How to unsubscribe from this kind of email. */
const unsubscribe = ({ unsubscribeUrl, unsubscribeText }: EmailContent, { words }: Speaker) =>
  unsubscribeUrl && `${unsubscribeText ?? words.shared.turnOffReminders}: ${unsubscribeUrl}`

/** The plain text of an email. */
export function renderText(content: EmailContent, speaker: Speaker): string {
  const { clinic, language, pageAt } = speaker
  const { heading, greeting, paragraphs, details, action, closing, reason } = content
  const facts = details.flatMap(({ label, lines }) => [
    `${label}:`,
    ...lines.map((line) => indent(typeof line === 'string' ? line : line.before + line.name)),
  ])
  const blocks = [
    heading.toLocaleUpperCase(language),
    wrap(greeting),
    ...paragraphs.map(wrap),
    facts.join('\n'),
    // A link on its own line is never broken.
    `${action.label}:\n${action.url}`,
    ...closing.map(wrap),
    // The signature separator; mail programs fold what follows.
    ['-- ', clinic.fullName, addressLine(clinic), clinic.phone, pageAt('')].join('\n'),
    [
      wrap(reason),
      unsubscribe(content, speaker),
      content.notice && `${content.notice.label}: ${content.notice.url}`,
    ]
      .filter(Boolean)
      .join('\n'),
  ]
  return withoutIsolates(`${blocks.filter(Boolean).join('\n\n')}\n`)
}

const indent = (line: string) => `    ${wrap(line).replaceAll('\n', '\n      ')}`

function wrap(text: string): string {
  const lines = ['']
  for (const word of withoutIsolates(text).split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line && line.length + 1 + word.length > LINE_LENGTH) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.join('\n')
}
