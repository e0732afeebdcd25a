import { describe, expect, it } from 'vitest'
import type { EmailSender } from '#domain/notifications/content/email-subject.ts'
import { RECIPIENT, SENDER } from '#domain/notifications/content/examples.ts'
import { SUBJECTS, subjectsIn } from '#domain/notifications/testing/subjects.ts'
import { deadlines, defaults, emails, refunds } from '#words/en/server.ts'
import { baseOf, LANGUAGES } from '#words/languages.ts'
import { composeEmail } from './compose.ts'
import type { EmailMessage } from './mailer.ts'

/** Stands for what a sentence is about. */
const VALUE = '¦'

/** Pieces of English texts of at least three words, which no other language has by chance. */
const SENTENCES = textsOf({ deadlines, defaults, emails, refunds })
  .flatMap((text) => text.split(VALUE))
  .map((text) => text.trim())
  .filter((text) => text.split(' ').length >= 3)

function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return [String(words(...Array(words.length).fill(VALUE)))]
  return Object.values(words ?? {}).flatMap(textsOf)
}

/** Everything that a recipient reads, each on one line. */
function partsOf({ subject, text, html, calendar }: EmailMessage): string[] {
  const file = calendar?.content.replaceAll('\r\n ', '') ?? ''
  return [subject, text.replaceAll(/\s+/g, ' '), withoutEntities(html), file]
}

const withoutEntities = (html: string) =>
  html.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))

describe.each(LANGUAGES.filter((language) => language !== 'en'))('in %s', (language) => {
  describe.each(subjectsIn(language))('the email $name', ({ subject }) => {
    const email = composeEmail(subject, SENDER)

    it('has no English sentence', () => {
      for (const part of partsOf(email)) {
        expect(SENTENCES.filter((sentence) => part.includes(sentence))).toEqual([])
      }
      expect(email.html).toContain(`<html lang="${language}" dir="ltr">`)
    })

    it('leads to pages in that language', () => {
      const pages = `${SENDER.siteUrl}${baseOf(language)}`
      const links = [...partsOf(email), email.unsubscribeUrl ?? ''].flatMap(
        (part) => part.match(/https:\/\/[^\s"\\]+/g) ?? [],
      )
      expect(links.length).toBeGreaterThan(1)
      const others = links.filter(
        (link) => link !== pages && !/^[/?]/.test(link.slice(pages.length)),
      )
      expect([...others, ...links.filter((link) => !link.startsWith(pages))]).toEqual([])
    })

    it('has a subject and lines that no mail program breaks', () => {
      expect(email.subject).toMatch(/^.{10,78}$/u)
      const lines = email.text.split('\n').filter((line) => !line.includes('https://'))
      expect(lines.filter((line) => line.length > 78)).toEqual([])
    })
  })

  it('staff get their emails in English all the same', () => {
    const recipient = { ...RECIPIENT, language }
    const toStaff = SUBJECTS.filter(({ subject }) =>
      ['alarm', 'contact_message', 'weekly_figures'].includes(subject.kind),
    )
    expect(toStaff.length).toBeGreaterThan(2)
    for (const { subject } of toStaff) {
      const { html, text } = composeEmail({ ...subject, recipient }, SENDER)
      const inEnglish = composeEmail({ ...subject, recipient: RECIPIENT }, SENDER)
      expect({ html, text }).toEqual({ html: inEnglish.html, text: inEnglish.text })
    }
  })
})

it('an email is in English while the server does not offer the recipient’s language', () => {
  const [booked] = subjectsIn('es').filter(({ name }) => name === 'booked')
  const { subject } = booked ?? expect.fail()
  const inEnglish = { ...subject, recipient: { ...subject.recipient, language: 'en' as const } }
  const sender: EmailSender = { ...SENDER, offered: ['en'] }
  const { to, ...email } = composeEmail(subject, sender)
  expect({ ...email, to: inEnglish.recipient }).toEqual(composeEmail(inEnglish, SENDER))
  expect(to).toEqual(subject.recipient)
})

it('a name that is written from right to left has an element of its own, in HTML only', () => {
  const [booked] = SUBJECTS.filter(({ name }) => name === 'booked')
  const { subject } = booked ?? expect.fail()
  const recipient = { ...subject.recipient, name: 'محمد' }
  const email = composeEmail({ ...subject, recipient }, SENDER)
  expect(email.html).toContain('>Hello <bdi>محمد</bdi>,</p>')
  expect(email.text).toContain('\nHello محمد,\n')
  expect(JSON.stringify(email)).not.toMatch(/[\u2066-\u2069]/)
})

it('what the clinic wrote is translated, or marked as English', () => {
  const [booked] = subjectsIn('es').filter(({ name }) => name === 'booked')
  const texts = { calendarTitle: 'Visit, at Sprout', whatToBring: 'Her glasses\nA toy' }
  const clinic = { ...SENDER.clinic, ...texts }
  const translationsOf = () => new Map([['Her glasses', 'Sus lentes']])
  const { text, html, calendar } = composeEmail(booked?.subject ?? expect.fail(), {
    ...SENDER,
    clinic,
    translationsOf,
  })
  expect(text).toContain('Qué traer:\n    Sus lentes\n    A toy\n')
  expect(html).toContain('Sus lentes<br><bdi lang="en">A toy</bdi>')
  expect(calendar?.content).toContain('SUMMARY:Visit\\, at Sprout')
})
