import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { create, type Font } from 'fontkit'
import PDFDocument, { type Structure } from 'pdfkit'
import { formatWireDate } from '#contract/dates.ts'
import { formatAmount } from '#contract/money.ts'
import { RECEIPT_TITLES, type Receipt, receiptFacts } from '#contract/payments/receipts.ts'
import { addressLine } from '#contract/schedule/clinic-details.ts'

// A tagged PDF/UA file: docs/requirements.md#receipt-files.

const { resolve } = createRequire(import.meta.url)

/** A family of fonts with the letters of most languages that are written from left to right. */
const readFontFile = (name: string) => readFileSync(resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

let files: { regular: Buffer; bold: Buffer } | undefined

/**
 * Fonts for one document: what a font has drawn before must not change the next file. A glyph that
 * is first used as a part of another, as the E of É, has no letter then; it gets one at its own use,
 * so that screen readers and searches find it.
 */
function openFonts(): { regular: Font; bold: Font } {
  files ??= { regular: readFontFile('DejaVuSans'), bold: readFontFile('DejaVuSans-Bold') }
  return {
    regular: keepingLetters(create(files.regular)),
    bold: keepingLetters(create(files.bold)),
  }
}

function keepingLetters(font: Font): Font {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (glyph?.codePoints.length === 0) glyph.codePoints = codePoints
    return glyph
  }
  return font
}

/** The bold font's name in a document: tables copy their options, and cannot copy a font. */
const BOLD = 'bold'

const INK = '#1b3937'
const MUTED = '#4f6663'
const LINE = '#c9d3cd'

/** Makes the PDF of a receipt: the same bytes whenever it is made. Letters without a glyph become '?'. */
export async function makeReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { regular, bold } = openFonts()
  const printable = (text: string) => toPrintable(text, regular)
  const { kind, number, issuedOn, clinic, items, total } = receipt
  const title = `${RECEIPT_TITLES[kind]} ${number}`
  const date = new Date(issuedOn)
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 64,
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    font: regular,
    info: {
      Title: title,
      Author: printable(clinic.name),
      Producer: 'Sprout',
      Creator: 'Sprout',
      CreationDate: date,
      ModDate: date,
    },
  })
  document.registerFont(BOLD, bold)
  const root = document.struct('Document')
  document.addStructure(root)

  function paragraph(type: 'H1' | 'P', font: Font, size: number, color: string, text: string) {
    const draw = () =>
      document.font(font).fontSize(size).fillColor(color).text(printable(text), { lineGap: 3 })
    root.add(document.struct(type, draw))
  }

  paragraph('P', bold, 12, INK, clinic.name)
  const { phone, email, taxId } = clinic
  const lines = [addressLine(clinic), `${phone}, ${email}`, ...(taxId ? [`Tax ID ${taxId}`] : [])]
  for (const line of lines) paragraph('P', regular, 10, MUTED, line)
  document.moveDown(2)
  paragraph('H1', bold, 20, INK, title)
  document.moveDown()
  document.font(regular).fontSize(10).fillColor(INK)
  table(
    document,
    root,
    receiptFacts(receipt).map(([term, value]) => [term, printable(value)]),
    { columns: [130, '*'] },
  )
  document.moveDown(2)
  table(
    document,
    root,
    [
      ['Appointment', 'When', 'Amount'],
      ...items.map((item) => [
        printable(describeItem(item)),
        `${formatWireDate(item.date)}, ${item.slot}`,
        formatAmount(item.amount),
      ]),
      ['Total', '', formatAmount(total)],
    ],
    { columns: ['*', 205, 80], hasHeader: true },
  )
  root.end()
  document.end()
  return buffer(document)
}

/** 'Allergy Testing for Nora Newcomer, Dr. Amara Okafor' */
function describeItem({ treatment, patientName, doctor }: Receipt['items'][number]): string {
  return `${treatment} for ${patientName}${doctor ? `, ${doctor}` : ''}`
}

interface TableLook {
  columns: (number | '*')[]
  hasHeader?: boolean
}

function table(
  document: PDFDocument,
  structParent: Structure,
  rows: readonly (readonly string[])[],
  { columns, hasHeader = false }: TableLook,
): void {
  const last = rows.length - 1
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
        ...((hasHeader ? index === 0 || index === last : column === 0) && {
          font: { src: BOLD, size: 10 },
        }),
      })),
    ),
  })
}

/** Without control characters, and with '?' for what the font cannot show. */
function toPrintable(text: string, font: Font): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    // The ligatures of the alphabet: a font has the same glyph for 'ﬁ' and for 'fi'.
    .replace(/[\u{FB00}-\u{FB06}]/gu, (ligature) => ligature.normalize('NFKC'))
  return Array.from(clean, (letter) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : '?',
  ).join('')
}
