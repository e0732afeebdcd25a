import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { ZipFile } from 'yazl'
import { EXPORT_VERSION } from '#contract/exports/exports.ts'
import { CSV_OPTIONS } from '#domain/csv-options.ts'
import type { Database } from '#drizzle/client.ts'
import type { ExportFile } from './export-file.ts'

/** What the manifest says of a file. */
interface ManifestFile {
  name: string
  /** Without the headers. */
  rows: number
  bytes: number
  sha256: string
}

/** `manifest.json`, the last file of the archive: without it, the archive is not complete. */
export interface Manifest {
  version: number
  /** ISO instant, UTC. */
  createdAt: string
  files: ManifestFile[]
}

/**
 * Writes files and their manifest as a ZIP archive, in one stream: nothing is stored on the server. Reads a page at a
 * time, as the reader takes them, and lets other requests go first between two pages.
 */
export function writeExport(db: Database, files: readonly ExportFile[], now: Date): Readable {
  const manifest: Manifest = {
    version: EXPORT_VERSION,
    createdAt: now.toISOString(),
    files: [],
  }
  const zip = new ZipFile()
  const out = new PassThrough()
  const readers: Readable[] = []
  /** Adds a file whose content is made once the files before it are written. */
  function add(name: string, content: () => AsyncGenerator<string>) {
    zip.addReadStreamLazy(name, { mtime: now }, (done) => {
      const reader = Readable.from(content(), { objectMode: false })
      readers.push(reader)
      done(null, reader)
    })
  }
  for (const file of files) {
    add(file.name, () => csvOf(db, file, (done) => manifest.files.push(done)))
  }
  add('manifest.json', async function* () {
    yield `${JSON.stringify(manifest, null, 2)}\n`
  })
  // The archive breaks off, so that the client notices.
  zip.on('error', (error: Error) => out.destroy(error))
  zip.end()
  // When the client is gone, nothing is read any longer.
  out.once('close', () => {
    for (const reader of readers) reader.destroy()
  })
  zip.outputStream.pipe(out)
  return out
}

async function* csvOf(
  db: Database,
  { name, columns, pages }: ExportFile,
  onDone: (file: ManifestFile) => void,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  const count = (text: string) => {
    hash.update(text)
    bytes += Buffer.byteLength(text)
    return text
  }
  yield count(toCsv([columns.map(({ header }) => header)], { isFirst: true }))
  for (const page of pages(db)) {
    rows += page.length
    yield count(toCsv(page))
    await nextTurn()
  }
  onDone({ name, rows, bytes, sha256: hash.digest('hex') })
}

const toCsv = (rows: string[][], { isFirst = false } = {}): string =>
  stringify(rows, { ...CSV_OPTIONS, bom: isFirst })
