// The parts of pdfkit 0.20 and fontkit 2 that this project uses: their published types lack PDF/UA and
// fontkit's fonts.

declare module 'fontkit' {
  export interface Glyph {
    /** The characters of the glyph. Fixed at the first use of the glyph. */
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

  /** An element of the document's structure, for screen readers. */
  export interface Structure {
    add(child: Structure): Structure
    end(): void
  }

  interface Cell {
    text: string
    /** TH: a row header. */
    type?: 'TH' | 'TD'
    align?: { x: 'left' | 'right' }
    font?: { src: string; size: number }
  }

  interface TextOptions {
    width?: number
    align?: 'left' | 'right'
    lineGap?: number
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
    /** Registers a font under a name. */
    registerFont(name: string, font: Font): this
    font(font: Font): this
    fontSize(points: number): this
    fillColor(color: string): this
    text(text: string, options?: TextOptions): this
    text(text: string, x: number, y: number, options?: TextOptions): this
    /** Where the next text begins, in points from the top left corner of the page. */
    x: number
    y: number
    page: { width: number; margins: Record<'top' | 'left' | 'right', number> }
    /** Starts content outside of the structure: decoration. */
    markContent(tag: 'Artifact', options: { type: 'Layout' }): this
    endMarkedContent(): this
    save(): this
    restore(): this
    translate(x: number, y: number): this
    scale(factor: number): this
    /** Draws a path in SVG syntax. */
    path(path: string): this
    lineWidth(points: number): this
    lineCap(style: 'round'): this
    stroke(color: string): this
    fill(color: string): this
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
