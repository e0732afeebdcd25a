import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { LONGEST_CELL, MOST_IMPORT_COLUMNS, MOST_IMPORT_ROWS } from '#contract/imports/imports.ts'
import { cleanCell } from './cells.ts'

// Reads a CSV file in chunks, so that a large one does not block the thread for longer than a small
// one.

/** How many bytes are read to recognize a file. */
const HEAD_BYTES = 64 * 1024

/** The longest row: all cells of maximum length, with quotation marks. */
const LONGEST_ROW = MOST_IMPORT_COLUMNS * (LONGEST_CELL + 3)

/** Why a file cannot be read at all. */
type FileProblem =
  | 'empty'
  | 'no_rows'
  | 'workbook'
  | 'not_text'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'quote_not_closed'

/** A file that cannot be read. */
export class FileRefused extends Error {
  override name = 'FileRefused'
  readonly problem: FileProblem
  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

interface FileForm {
  /** As `TextDecoder` names it. */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  separator: ',' | ';' | '\t'
  /** The line 'sep=;' of Excel precedes the headers. */
  hasSeparatorLine: boolean
}

export const ENCODING_NAMES: Record<FileForm['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/**
 * Recognizes encoding and separator.
 * @throws FileRefused
 */
export async function recognizeFile(path: string): Promise<FileForm> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  await file.close()
  const head = buffer.subarray(0, bytesRead)
  if (head.length === 0) throw new FileRefused('empty')
  // ZIP, and the compound files of older versions of Excel.
  if (/^(?:504b0304|d0cf11e0)/.test(head.subarray(0, 4).toString('hex'))) {
    throw new FileRefused('workbook')
  }
  const encoding = await encodingOf(path, head)
  const text = new TextDecoder(encoding).decode(head)
  // Programs, images and archives contain more control characters than a damaged text.
  const controls = text.match(/(?![\t\r\n])\p{Cc}/gu)?.length ?? 0
  if (controls > text.length / 100 + 1) throw new FileRefused('not_text')
  const [, declared] = /^sep=([,;\t])\r?\n/i.exec(text) ?? []
  return {
    encoding,
    separator: (declared as FileForm['separator'] | undefined) ?? separatorOf(text),
    hasSeparatorLine: declared !== undefined,
  }
}

async function encodingOf(path: string, head: Buffer): Promise<FileForm['encoding']> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // Without a byte order mark: in UTF-16, one byte of each letter from A to Z is zero.
  const pairs = Math.floor(head.length / 2)
  const zerosAt = (side: 0 | 1) =>
    head.filter((byte, index) => byte === 0 && index % 2 === side).length
  if (zerosAt(1) > pairs / 2 && zerosAt(0) < pairs / 20) return 'utf-16le'
  if (zerosAt(0) > pairs / 2 && zerosAt(1) < pairs / 20) return 'utf-16be'
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252'
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** The most frequent separator of the first line, outside of quotation marks. */
function separatorOf(text: string): FileForm['separator'] {
  const [line = ''] = /^(?:[^"\r\n]|"(?:[^"]|"")*"?)*/.exec(text) ?? []
  const bare = line.replace(/"(?:[^"]|"")*"?/g, '')
  const timesOf = (separator: string) => bare.split(separator).length - 1
  const all = [',', ';', '\t'] as const
  return all.reduce((best, one) => (timesOf(one) > timesOf(best) ? one : best))
}

/**
 * The rows of a file, the headers first. A row of another length is returned as it is, and reported
 * as that row's problem.
 * @throws FileRefused
 */
export async function* readRows(
  path: string,
  { encoding, separator, hasSeparatorLine }: FileForm,
): AsyncGenerator<string[], void> {
  const parser = parse({
    delimiter: separator,
    // Some exports have quotation marks within quoted cells: 5' 3".
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: LONGEST_ROW,
    from_line: hasSeparatorLine ? 2 : 1,
  })
  const decoder = new TextDecoder(encoding)
  async function* decode(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  }
  // An error of any of these also ends the loop below.
  const records = pipeline(createReadStream(path), decode, parser, () => {})
  let count = 0
  try {
    for await (const record of records as AsyncIterable<string[]>) {
      const cells = record.map(cleanCell)
      if (cells.length > MOST_IMPORT_COLUMNS) throw new FileRefused('too_many_columns')
      if (count > MOST_IMPORT_ROWS) throw new FileRefused('too_many_rows')
      count += 1
      yield cells
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new FileRefused('quote_not_closed', { cause: error })
  }
}
