import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRichText, MOST_BLOCKS, MOST_LINKS, parseRichText } from './parse-rich-text.ts'
import { richText } from './rich-text.ts'
import { typedRichText } from './typed-rich-text.ts'

const line = (...spans: unknown[]) => ({ lang: null, spans })
const paragraph = (...spans: unknown[]) => ({ kind: 'paragraph', line: line(...spans) })
const heading = (level: number, text: string) => ({ kind: 'heading', level, line: line(text) })
const list = (start: number | null, ...items: string[]) => ({
  kind: 'list',
  start,
  items: items.map((item) => line(item)),
})

const blocksOf = (typed: string) => parseRichText(typed).blocks
const schema = typedRichText('Text', 2)
const problemOf = (typed: string) => schema.safeParse(typed).error?.issues[0]?.message

describe('a text of the clinic', () => {
  it('has paragraphs, whose line breaks are kept', () => {
    expect(blocksOf('One\n  two  \n\n\nThree')).toEqual([paragraph('One\ntwo'), paragraph('Three')])
  })

  it('has three levels of headings and skips none', () => {
    expect(blocksOf('### A\n# B\n### C\nText')).toEqual([
      heading(1, 'A'),
      heading(1, 'B'),
      heading(2, 'C'),
      paragraph('Text'),
    ])
  })

  it('has lists with bullets, also with blank lines between items', () => {
    expect(blocksOf('- a\n* b\n\n• c')).toEqual([list(null, 'a', 'b', 'c')])
  })

  it('has numbered lists that keep the typed numbers', () => {
    expect(blocksOf('1. a\n2) b\n\nText\n\n3. c\n5. d')).toEqual([
      list(1, 'a', 'b'),
      paragraph('Text'),
      list(3, 'c'),
      list(5, 'd'),
    ])
  })

  it('has links to other sites, emails, phones and pages of the site', () => {
    const links = [
      ['https://hhs.gov/ocr', 'https://hhs.gov/ocr'],
      ['HTTP://Hhs.gov', 'http://hhs.gov/'],
      ['mailto:Us@Bücher.example', 'mailto:us@xn--bcher-kva.example'],
      ['tel:+1-503-555-0142', 'tel:+1-503-555-0142'],
      ['/times?treatment=a#b', '/times?treatment=a#b'],
      ['https://a.example/Mercury_(planet)', 'https://a.example/Mercury_(planet)'],
    ] as const
    for (const [typed, href] of links) {
      expect(parseRichText(`See [this page](${typed}).`)).toEqual({
        blocks: [paragraph('See ', { text: 'this page', href }, '.')],
        problems: [],
      })
    }
  })

  it('names the language of a line', () => {
    expect(blocksOf('{es} Hola\n\n- {zh-Hant} 你好\n\n{es}')).toEqual([
      { kind: 'paragraph', line: { lang: 'es', spans: ['Hola'] } },
      { kind: 'list', start: null, items: [{ lang: 'zh-Hant', spans: ['你好'] }] },
      paragraph('{es}'),
    ])
  })

  it('keeps all other markup as text', () => {
    const html = '<script>alert(1)</script> **bold** &amp; ![x](y z) [a] (b) #tag -x 1.5'
    expect(blocksOf(html)).toEqual([paragraph(html)])
  })
})

describe('an address of a link', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert`1`',
    'java\u0001script:alert`1`',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://',
    'https://clinic.example@evil.example',
    'https://user:pass@evil.example',
    'https://⑴.example',
    'mailto:a@b.example?bcc=c@d.example',
    'mailto:nobody',
    'tel:call-me',
    'www.hhs.gov',
    '#top',
    'contactus',
    `/${'é'.repeat(1500)}`,
  ])('is not %s', (address) => {
    const { blocks, problems } = parseRichText(`Text\n[press](${address})`)
    expect(blocks).toEqual([paragraph(`Text\n[press](${address})`)])
    expect(problems).toEqual([expect.stringMatching(/^Line 2: a link can’t lead to “/)])
  })

  it('needs visible words', () => {
    expect(blocksOf('[\u2800](https://evil.example)')).toEqual([
      paragraph('[\u2800](https://evil.example)'),
    ])
  })
})

describe('the schema of a text', () => {
  it('names the line in which a link is invalid', () => {
    expect(problemOf('# Title\n\n[a](javascript:b)')).toBe(
      'Line 3: a link can’t lead to “javascript:b”. Begin its address with https://, mailto: or tel:, or with / for a page of this site.',
    )
  })

  it('drops direction overrides and rejects control characters', () => {
    expect(schema.parse('in\u202Evoice\u2066s')).toBe('invoices')
    expect(problemOf('a\u0000b')).toBe('Text has characters that can’t be shown')
  })

  it('counts bytes, not characters', () => {
    expect(problemOf('é'.repeat(1000))).toBeUndefined()
    expect(problemOf('é'.repeat(1001))).toBe('Text must be 2 kB or smaller')
    expect(problemOf('a'.repeat(2001))).toBe('Text must be 2000 characters or fewer')
    expect(problemOf(' \u200B\n')).toBe('Text is required')
  })

  it('rejects 10,000 links and 10,000 items', () => {
    const large = typedRichText('Text', 200)
    const problem = (typed: string) => large.safeParse(typed).error?.issues[0]?.message
    expect(problem('[a](/b) '.repeat(10_000))).toBe(`The text has more than ${MOST_LINKS} links`)
    expect(problem('- a\n'.repeat(10_000))).toBe(
      `The text has more than ${MOST_BLOCKS} headings, paragraphs and items`,
    )
    expect(problem('[a](/b) '.repeat(MOST_LINKS))).toBeUndefined()
    expect(problem('- a\n'.repeat(MOST_BLOCKS))).toBeUndefined()
  })
})

it('formatting and parsing again returns the same blocks, for any typed text', () => {
  const piece = fc.constantFrom(
    ...[
      '# ',
      '## ',
      '### ',
      '- ',
      '* ',
      '1. ',
      '2) ',
      '9. ',
      '{es} ',
      '{xx',
      '}',
      '[',
      ']',
      '(',
      ')',
    ],
    ...[
      '[a](/b)',
      '[a](https://é.example/é)',
      '[a](javascript:b)',
      '\n',
      '\n\n',
      ' ',
      'text',
      '\\',
      '<b>',
    ],
  )
  const typed = fc.oneof(
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )
  fc.assert(
    fc.property(typed, (text) => {
      const { blocks } = parseRichText(text)
      expect(richText.parse(blocks)).toEqual(blocks)
      expect(parseRichText(formatRichText(blocks)).blocks).toEqual(blocks)
    }),
    { numRuns: 2000 },
  )
})
