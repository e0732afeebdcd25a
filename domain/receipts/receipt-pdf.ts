import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { create, type Font, type Glyph } from 'fontkit'
import PDFDocument, { type Structure } from 'pdfkit'
import { addressLine } from '#contract/clinic/clinic-details.ts'
import { formatAmount } from '#contract/money.ts'
import { describeChild } from '#contract/patients/patients.ts'
import { receiptFacts, receiptTotals } from '#contract/payments/receipt-texts.ts'
import type { Receipt } from '#contract/payments/receipts.ts'
import { type Speech, speechIn } from '../speech.ts'

// Renders a tagged PDF/UA file: docs/requirements.md#receipt-files.

const { resolve } = createRequire(import.meta.url)

const FONT_FILES = {
  /** The site's own typeface. */
  brand: '@expo-google-fonts/nunito/400Regular/Nunito_400Regular.ttf',
  brandBold: '@expo-google-fonts/nunito/800ExtraBold/Nunito_800ExtraBold.ttf',
  /** The letters of most left-to-right languages. */
  wide: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  wideBold: 'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
} as const
type FontName = keyof typeof FONT_FILES

let read: Record<FontName, Font> | undefined

/** Decodes the fonts' tables once, because that takes as long as everything else. */
function openFonts(): Record<FontName, Font> {
  const fonts = read ?? forEachFont((name) => create(readFileSync(resolve(FONT_FILES[name]))))
  read = fonts
  return forEachFont((name) => withOwnGlyphs(fonts[name]))
}

function forEachFont<Value>(make: (name: FontName) => Value): Record<FontName, Value> {
  const [brand, brandBold] = [make('brand'), make('brandBold')]
  return { brand, brandBold, wide: make('wide'), wideBold: make('wideBold') }
}

/**
 * A font for one document: glyphs used in an earlier document must not change the next file. A glyph gets its
 * letter when a text first uses it, so that screen readers and searches find it; the E in É gets none.
 */
function withOwnGlyphs(font: Font): Font {
  const glyphs = new Map<number, Glyph>()
  const own: Font = Object.create(font)
  own.getGlyph = (id, codePoints = []) => {
    const glyph: Glyph =
      glyphs.get(id) ?? Object.assign(Object.create(font.getGlyph(id)), { codePoints })
    glyphs.set(id, glyph)
    if (glyph.codePoints.length === 0) glyph.codePoints = codePoints
    return glyph
  }
  return own
}

/** The site's typeface if it has all letters of the text. */
type FontChoice = (text: string, isBold: boolean) => FontName

function chooseFrom(fonts: Record<FontName, Font>): FontChoice {
  const hasAll = (text: string, font: Font) =>
    Array.from(text).every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  return (text, isBold) => {
    if (isBold) return hasAll(text, fonts.brandBold) ? 'brandBold' : 'wideBold'
    return hasAll(text, fonts.brand) ? 'brand' : 'wide'
  }
}

const INK = '#1b3937'
const MUTED = '#4f6663'
const LINE = '#c9d3cd'
const BRAND = '#1d6b52'

/** Renders the PDF of a receipt: always the same bytes. Letters without a glyph become '?'. */
export async function makeReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const fonts = openFonts()
  const fontOf = chooseFrom(fonts)
  const printable = (text: string) => toPrintable(text, fonts.wide)
  const { kind, number, issuedOn, clinic, items } = receipt
  const speech = speechIn(receipt.language ?? 'en')
  const { words, formats } = speech
  const { receipts: say, receiptDocument } = words
  const own = { receipts: say, formats }
  const title = `${say.titles[kind]} ${number}`
  const date = new Date(issuedOn)
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 64,
    lang: words.language.LOCALE,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    font: fonts.brand,
    info: {
      Title: title,
      Author: printable(clinic.name),
      Producer: 'Sprout',
      Creator: 'Sprout',
      CreationDate: date,
      ModDate: date,
    },
  })
  // Tables copy their options, and cannot copy a font.
  for (const [name, font] of Object.entries(fonts)) document.registerFont(name, font)
  const root = document.struct('Document')
  document.addStructure(root)

  interface Look {
    isBold?: boolean
    size: number
    color: string
  }
  function paragraph(type: 'H1' | 'P', content: string, { isBold = false, size, color }: Look) {
    const text = printable(content)
    const draw = () =>
      document
        .font(fonts[fontOf(text, isBold)])
        .fontSize(size)
        .fillColor(color)
        .text(text, { lineGap: 3 })
    root.add(document.struct(type, draw))
  }

  const { top, left, right } = document.page.margins
  drawMark(document, { x: left, y: top - 6 })
  root.add(
    document.struct('P', () =>
      document
        .font(fonts[fontOf(printable(clinic.name), true)])
        .fontSize(14)
        .fillColor(INK)
        .text(printable(clinic.name), left + MARK_SIZE + 8, top, { width: 300, lineGap: 3 }),
    ),
  )
  const belowName = document.y
  root.add(
    document.struct('P', () =>
      document
        .font(fonts.brandBold)
        .fillColor(BRAND)
        .text(say.stamps[kind].toLocaleUpperCase(words.language.LOCALE), left, top, {
          width: document.page.width - left - right,
          align: 'right',
        }),
    ),
  )
  document.x = left
  document.y = Math.max(belowName, top + MARK_SIZE)
  const { phone, email, taxId } = clinic
  const lines = [
    addressLine(clinic),
    `${phone}, ${email}`,
    ...(taxId ? [receiptDocument.taxId(taxId)] : []),
  ]
  for (const line of lines) paragraph('P', line, { size: 10, color: MUTED })
  document.moveDown(2)
  paragraph('H1', title, { isBold: true, size: 20, color: INK })
  document.moveDown()
  document.font(fonts.brand).fontSize(10).fillColor(INK)
  table(
    document,
    root,
    receiptFacts(receipt, own).map(([term, value]) => [term, printable(value)]),
    { columns: [130, '*'], fontOf },
  )
  const totals = receiptTotals(receipt, own)
  document.moveDown(2)
  table(
    document,
    root,
    [
      [receiptDocument.appointment, receiptDocument.when, receiptDocument.amount],
      ...items.map((item) => [
        printable(describeItem(item, speech)),
        `${formats.shortDay(item.date)}, ${formats.slot(item.slot)}`,
        formatAmount(item.amount),
      ]),
      ...totals.map(([label, amount]) => [label, '', formatAmount(amount)]),
    ],
    { columns: ['*', 205, 80], hasHeader: true, totals: totals.length, fontOf },
  )
  root.end()
  document.end()
  return buffer(document)
}

const MARK_SIZE = 28

/** The clinic's logo, as decoration that screen readers skip. */
function drawMark(document: PDFDocument, { x, y }: { x: number; y: number }): void {
  const scale = MARK_SIZE / 40
  document.markContent('Artifact', { type: 'Layout' })
  document.save().translate(x, y).scale(scale)
  document.path('M20 37V21').lineWidth(3.6).lineCap('round').stroke(BRAND)
  document.path('M18.6 24C8.5 24 3.5 18 3.5 8.5c10 0 15.1 5 15.1 15.5Z').fill(BRAND)
  document.path('M21.4 19.5c0-9.5 5-15.5 15.1-15.5 0 10.2-5 15.5-15.1 15.5Z').fill('#5f9c83')
  document.restore()
  document.endMarkedContent()
}

/** 'Allergy Testing for Mia Parker, born Jun 5, 2021, Dr. Amara Okafor' */
function describeItem(
  {
    treatment,
    shownTreatment = treatment,
    doctor,
    patientName: name,
    birthDate,
  }: Receipt['items'][number],
  speech: Speech,
): string {
  const patient = describeChild({ name, birthDate }, speech)
  return [speech.words.receiptDocument.treatmentFor(shownTreatment, patient), doctor]
    .filter(Boolean)
    .join(', ')
}

interface TableLook {
  columns: (number | '*')[]
  hasHeader?: boolean
  /** How many rows at the end are totals; the first of them is bold. */
  totals?: number
  fontOf: FontChoice
}

function table(
  document: PDFDocument,
  structParent: Structure,
  rows: readonly (readonly string[])[],
  { columns, hasHeader = false, totals = 0, fontOf }: TableLook,
): void {
  const total = rows.length - totals
  document.table({
    structParent,
    columnStyles: columns,
    rowStyles: (row) => (hasHeader && row === 0 ? { type: 'TH', scope: 'Column' } : {}),
    defaultStyle: {
      border: hasHeader ? [0, 0, 0.75, 0] : 0,
      borderColor: LINE,
      padding: [5, 8, 5, 0],
    },
    data: rows.map((row, index) =>
      row.map((text, column) => ({
        text,
        ...(column === 0 && !(hasHeader && index === 0) && { type: 'TH' as const, scope: 'Row' }),
        ...(hasHeader && column === row.length - 1 && { align: { x: 'right' as const } }),
        font: {
          src: fontOf(text, hasHeader ? index === 0 || index === total : column === 0),
          size: 10,
        },
      })),
    ),
  })
}

/** A text without control characters, and with '?' for letters that the font lacks. */
function toPrintable(text: string, font: Font): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    // Latin ligatures: the font has one glyph for both 'ﬁ' and 'fi'.
    .replace(/[\u{FB00}-\u{FB06}]/gu, (ligature) => ligature.normalize('NFKC'))
  return Array.from(clean, (letter) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : '?',
  ).join('')
}
