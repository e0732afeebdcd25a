import { beforeAll, describe, expect, test } from 'vitest'
import { TINTS, tintOf } from '#contract/guardians/face.ts'
import { notificationKind } from '#contract/notifications/notifications.ts'
import {
  BEN,
  exampleAppointment,
  MIA,
  RECIPIENT,
  SENDER,
  TERMS,
} from '#domain/notifications/content/examples.ts'
import type { EmailSubject } from '#domain/notifications/kinds/email-kinds.ts'
import { readInvitation } from '#domain/notifications/testing/calendar-model.ts'
import { SUBJECTS } from '#domain/notifications/testing/subjects.ts'
import { startSmtpServer } from '#sandbox/smtp/server.ts'
import { parseEmail, type ReceivedEmail } from '#sandbox/smtp/testing/mail-server.ts'
import { composeEmail } from './compose.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

// Every email as it arrives. The rules of mail programs are published by Google and Microsoft:
// https://support.google.com/a/answer/14229414, [MS-STANOICAL] 2.2 and RFC 6047.

const received = new Map<string, ReceivedEmail>()

beforeAll(async () => {
  const raws: Buffer[] = []
  const server = await startSmtpServer({
    port: 0,
    log: { warn() {} },
    store: ({ raw }) => {
      raws.push(raw)
    },
  })
  const mailer = createSmtpMailer({ url: server.url, from: SENDER.from })
  for (const { subject, name } of SUBJECTS) {
    await mailer.send(composeEmail(subject, SENDER), AbortSignal.timeout(10_000))
    const raw = raws.at(-1)
    if (raw) received.set(name, await parseEmail({ raw, from: '', to: [] }))
  }
  await mailer.close()
  await server.close()
})

function emailOf(name: string): ReceivedEmail {
  const email = received.get(name)
  if (!email) throw new Error(`${name} did not arrive`)
  return email
}

const methodOf = (subject: EmailSubject) => composeEmail(subject, SENDER).calendar?.method
const INVITATIONS = SUBJECTS.filter(({ subject }) => methodOf(subject))
const OTHERS = SUBJECTS.filter(({ subject }) => !methodOf(subject))

test('every kind has examples, each with a unique name', () => {
  expect(new Set(SUBJECTS.map(({ subject }) => subject.kind))).toEqual(
    new Set(notificationKind.options),
  )
  expect(new Set(SUBJECTS.map(({ name }) => name)).size).toBe(SUBJECTS.length)
})

describe.each(SUBJECTS)('the email $name', ({ name, subject }) => {
  test('has sender, recipient, subject and a Message-ID', () => {
    expect(emailOf(name)).toMatchObject({
      from: SENDER.from,
      to: [{ address: subject.recipient.address }],
      messageId: `<${subject.id}@clinic.example>`,
      subject: expect.stringMatching(/^.{10,78}$/u),
    })
  })

  test('has its own plain text, with lines that no mail program breaks', () => {
    const { text = '', html = '' } = emailOf(name)
    const lines = text.split('\n').filter((line) => !line.includes('https://'))
    expect(lines.filter((line) => line.length > 78)).toEqual([])
    expect(text).not.toMatch(/<\w|&#?\w+;/)
    // The same links; one of them is the button's.
    const links = [...html.matchAll(/href="(https:[^"]+)"/g)].map(([, link = '']) =>
      withoutEntities(link),
    )
    expect(links.length).toBeGreaterThan(1)
    expect(links.filter((link) => !text.includes(link))).toEqual([])
    expect(links.filter((link) => !link.startsWith(SENDER.siteUrl))).toEqual([])
  })

  test('loads nothing, runs nothing, and is small enough not to be clipped', () => {
    const { html = '', attachments } = emailOf(name)
    const images = [...html.matchAll(/<img[^>]*\ssrc="([^"]*)"/g)].map(([, source]) => source)
    expect(images).toEqual(['cid:logo@sprout'])
    expect(attachments.filter(({ contentId }) => contentId === '<logo@sprout>')).toHaveLength(1)
    expect(html).not.toMatch(
      /<(script|link|form|iframe|object|video)|\son\w+=|url\(|@import|@font/i,
    )
    // Gmail clips at 102 kB and drops styles of more than 8,192 characters.
    expect(html.length).toBeLessThan(20_000)
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
    expect(style.length).toBeLessThan(8_192)
  })

  test('is laid out with tables that screen readers skip, in a light and a dark theme', () => {
    const { html = '' } = emailOf(name)
    expect(html).toMatch(/^<!doctype html>\s*<html lang="en" dir="ltr">/)
    expect(html.match(/<table(?! role="presentation")/g)).toBeNull()
    expect(html).toContain('max-width:600px')
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    // Every class with a color has one for the dark theme, and is inlined for the light theme.
    const used = [...html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    for (const name of new Set(used)) {
      if (name !== 'inset') expect(html).toMatch(new RegExp(`\\n\\.${name}\\{[^}]+!important\\}`))
    }
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('alt=""')
  })
})

/** Text and background colors, as WCAG 2.2 compares them. */
test.each([
  ['#1b3937', '#fffdf9'],
  ['#1b3937', '#f3efdf'],
  ['#4f6663', '#f3efdf'],
  ['#4f6663', '#fbf5ea'],
  ['#1d6b57', '#fbf5ea'],
  ['#ffffff', '#1d6b57'],
  ['#eaf0e6', '#1a2e33'],
  ['#b4c4bf', '#22393f'],
  ['#b4c4bf', '#112127'],
  ['#8bd8b3', '#1a2e33'],
  ['#0b2a21', '#8bd8b3'],
])('%s on %s has enough contrast', (text, ground) => {
  const { html = '' } = emailOf('booked')
  expect(html).toContain(text)
  expect(html).toContain(ground)
  expect(contrast(text, ground)).toBeGreaterThan(4.5)
})

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

describe('the face of a child', () => {
  const FACE =
    /<span aria-hidden="true" class="(\w+) ink line" style="background-color:(#\w+);color:(#\w+);/g

  test('is before the name, in a color that stays the same, and not in the plain text', () => {
    const { html = '', text = '' } = emailOf('reminder-of-siblings')
    const faces = [
      ...html.matchAll(/<span aria-hidden="true" class="(\w+) ink line"[^>]*>(\w+)<\/span>/g),
    ]
    expect(faces.map(([, tint, initials]) => [initials, tint])).toEqual([
      ['M', tintOf(MIA.id)],
      ['B', tintOf(BEN.id)],
    ])
    // The name has its own element, so that right-to-left text does not reorder what follows.
    expect(html).toMatch(/>M<\/span> [^<]*, <span dir="auto">Mia<\/span>/)
    expect(text).toMatch(/^ {4}9:00 AM.*, Mia$/m)
  })

  test('is in the emails about confirmation, payment, move and cancellation of an appointment', () => {
    for (const name of [
      'booked-for-a-child',
      'moved-paid-by-former-guardian',
      'cancelled-by-you',
    ]) {
      expect([...(emailOf(name).html ?? '').matchAll(FACE)]).toHaveLength(1)
    }
    expect((emailOf('booked').html ?? '').match(FACE)).toBeNull()
  })

  test('is readable in both themes', () => {
    const ids = Array.from({ length: 60 }, (_, index) => `child-${index}`)
    const used = new Set<string>()
    for (const id of ids) {
      const appointment = exampleAppointment({ child: { id, name: 'Zoe' } })
      const { html } = composeEmail(
        { kind: 'booked', id, recipient: RECIPIENT, appointment, terms: TERMS, others: [] },
        SENDER,
      )
      const [, tint = '', light = '', ink = ''] = [...html.matchAll(FACE)][0] ?? []
      const dark = (name: string) =>
        new RegExp(`\\n\\.${name}\\{[\\w-]+:(#\\w+)!`).exec(html)?.[1] ?? ''
      used.add(tint)
      expect(contrast(ink, light)).toBeGreaterThan(4.5)
      expect(contrast(dark('ink'), dark(tint))).toBeGreaterThan(4.5)
    }
    expect(used.size).toBe(TINTS.length)
  })
})

describe('an invitation that Outlook and Gmail accept', () => {
  test.each(INVITATIONS)(
    '$name: the last alternative, inline, with one method',
    ({ name, subject }) => {
      const email = emailOf(name)
      expect(tree(email.raw)).toEqual([
        'multipart/alternative',
        ['text/plain', ['multipart/related', ['text/html', 'image/png']], 'text/calendar'],
      ])
      const [part, ...others] = email.attachments.filter(isCalendar)
      expect(others).toEqual([])
      expect(part).toMatchObject({ mimeType: 'text/calendar', filename: null })
      expect(email.raw).not.toMatch(/text\/calendar[\s\S]*?content-disposition: attachment/i)
      expect(email.raw).toMatch(
        /content-type: text\/calendar; charset=utf-8; method=(REQUEST|CANCEL)/i,
      )
      const { method } = invitationOf(email)
      expect(method).toBe(methodOf(subject))
    },
  )

  test.each(INVITATIONS)('$name: organizer, attendee, status and privacy', ({ name, subject }) => {
    const email = emailOf(name)
    const { component, event, method } = invitationOf(email)
    const first = (property: string) => component.getFirstProperty(property)
    expect(first('organizer')?.getFirstValue()).toBe(`mailto:${email.from?.address}`)
    expect(first('attendee')?.getFirstValue()).toBe(`MAILTO:${subject.recipient.address}`)
    expect(email.from?.address).not.toBe(subject.recipient.address)
    expect(first('attendee')?.getParameter('rsvp')).toBe('FALSE')
    expect(first('status')?.getFirstValue()).toBe(method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED')
    expect(first('class')?.getFirstValue()).toBe('PRIVATE')
    expect(event.summary).toBe('Appointment')
    expect(event.uid).toBe('0192f0c1-aaaa-7000-8000-000000000001')
  })

  test.each(OTHERS)('$name has none', ({ name }) => {
    const email = emailOf(name)
    expect(email.attachments.filter(isCalendar)).toEqual([])
    expect(tree(email.raw)).toEqual([
      'multipart/alternative',
      ['text/plain', ['multipart/related', ['text/html', 'image/png']]],
    ])
  })
})

test('only reminders and emails about next visits can be unsubscribed from', () => {
  const names = SUBJECTS.map(({ name }) => name)
  const withHeader = names.filter((name) => /^list-unsubscribe:/im.test(emailOf(name).raw))
  expect(withHeader).toEqual(
    names.filter((name) => /^(reminder|visits-due|visit-missed|ticket-opened)/.test(name)),
  )
})

test('a reminder lists the appointments of a day in order of time', () => {
  const { text = '' } = emailOf('reminder-of-siblings')
  const times = [...text.matchAll(/^ {4}(\d+:\d\d [AP]M)/gm)].map(([, time]) => time)
  expect(times).toEqual(['9:00 AM', '9:30 AM', '2:00 PM'])
})

test('a series is confirmed with the day, the time and the deadlines of each', () => {
  const { subject, text = '' } = emailOf('booked-series')
  expect(subject).toBe('3 appointments confirmed: Tue, Mar 9 to Tue, Mar 23')
  const when = [...text.matchAll(/^ {4}(Tuesday, March \d+, 2027|\d+:\d\d [AP]M)/gm)]
  expect(when.map(([, line]) => line)).toEqual(
    [9, 16, 23].flatMap((day) => [`Tuesday, March ${day}, 2027`, '9:00 AM']),
  )
  for (const day of ['Tue, Mar 9', 'Tue, Mar 16', 'Tue, Mar 23']) {
    expect(text).toContain(`${day}: Free to cancel until`)
  }
})

test('confirmations lead to the Notice of Privacy Practices once it is published, and no other email', () => {
  const notice = { page: 'notice' as const, title: 'Notice of Privacy Practices' }
  const sender = { ...SENDER, clinic: { ...SENDER.clinic, legal: [notice] } }
  for (const { subject } of SUBJECTS) {
    const { text, html } = composeEmail(subject, sender)
    const isConfirmation = subject.kind === 'booked'
    expect(text.includes('Notice of Privacy Practices: https://clinic.example/legal/notice')).toBe(
      isConfirmation,
    )
    expect(html.includes('href="https://clinic.example/legal/notice"')).toBe(isConfirmation)
    expect(composeEmail(subject, SENDER).text).not.toContain('/legal/')
  }
})

test('confirmations and reminders say what to bring, if the treatment has such a text', () => {
  const names = SUBJECTS.map(({ name }) => name)
  const saying = names.filter((name) => emailOf(name).text?.includes('insurance card'))
  expect(saying).toEqual(names.filter((name) => /^(booked|reminder)/.test(name)))
  const sender = { ...SENDER, clinic: { ...SENDER.clinic, whatToBring: ' \n' } }
  for (const { subject } of SUBJECTS) {
    expect(composeEmail(subject, sender).text).not.toContain('What to bring')
  }
})

test('the same subject makes the same email, byte for byte', () => {
  for (const { subject } of SUBJECTS) {
    expect(composeEmail(subject, SENDER)).toEqual(composeEmail(subject, SENDER))
  }
})

function isCalendar({ mimeType }: { mimeType: string }): boolean {
  return mimeType === 'text/calendar' || mimeType === 'application/ics'
}

function invitationOf({ attachments }: ReceivedEmail) {
  const part = attachments.find(isCalendar)
  return readInvitation(String(part?.content), String(part?.method))
}

type Tree = string | [string, Tree[]]

/** The types of a message's parts. */
function tree(part: string): Tree {
  const [, type = '', parameters = ''] =
    /^content-type: ([\w/-]+)((?:.|\r\n\s)*)/im.exec(part) ?? []
  const [, boundary] = /boundary="?([^";\r\n]+)/.exec(parameters) ?? []
  if (!boundary) return type
  return [type, part.split(`\r\n--${boundary}`).slice(1, -1).map(tree)]
}

function withoutEntities(link: string): string {
  return link.replaceAll('&#38;', '&')
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
