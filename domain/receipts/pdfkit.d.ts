// What this project uses of pdfkit 0.20 and fontkit 2: their published types know neither PDF/UA nor
// fontkit's fonts.

declare module 'fontkit' {
  export interface Glyph {
    /** What it stands for; a font creates a glyph with those of its first use. */
    codePoints: number[]
  }
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
    getGlyph(id: number, codePoints?: number[]): Glyph
  }
  /** Parses a font file. */
  export function create(file: Buffer): Font
}

declare module 'pdfkit' {
  import type { Readable } from 'node:stream'
  import type { Font } from 'fontkit'

  /** An element of the document's structure, which screen readers read. */
  export interface Structure {
    add(child: Structure): Structure
    end(): void
  }

  interface Cell {
    text: string
    /** TH in a row of TD: it names its row. */
    type?: 'TH' | 'TD'
    align?: { x: 'left' | 'right' }
    font?: { src: string; size: number }
  }

  interface Options {
    size: 'LETTER'
    /** Points. */
    margin: number
    lang: string
    tagged: true
    displayTitle: true
    pdfVersion: '1.7'
    subset: 'PDF/UA'
    font: Font
    info: Record<'Title' | 'Author' | 'Producer' | 'Creator', string> &
      Record<'CreationDate' | 'ModDate', Date>
  }

  export default class PDFDocument extends Readable {
    constructor(options: Options)
    struct(type: string, children?: (() => void) | Structure[]): Structure
    addStructure(element: Structure): this
    /** Gives a font a name. */
    registerFont(name: string, font: Font): this
    font(font: Font): this
    fontSize(points: number): this
    fillColor(color: string): this
    text(text: string, options?: { align?: 'left' | 'right'; lineGap?: number }): this
    moveDown(lines?: number): this
    table(options: {
      structParent: Structure
      columnStyles: (number | '*')[]
      rowStyles: (row: number) => object
      defaultStyle: object
      data: (string | Cell)[][]
    }): this
    end(): void
  }
}
