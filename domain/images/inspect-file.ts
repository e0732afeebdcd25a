import { readAv1Color } from './av1-color.ts'
import type { CodePoints } from './to-srgb.ts'

/** Facts in a file that the decoder does not report. */
export interface FileFacts {
  /** The type, or why the file is not read. */
  kind: 'heic' | 'animated' | 'unknown_type' | 'avif' | 'other'
  color?: CodePoints | undefined
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Brands of HEIF files with HEVC, as an image or a sequence (ISO/IEC 23008-12, annex B.4). */
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

/**
 * Reads chunks of a PNG, and boxes of an AVIF or HEIC.
 * @throws RangeError when the file ends within a field
 */
export function inspectFile(bytes: Buffer): FileFacts {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return inspectPng(bytes)
  const type = findBox(bytes, 'ftyp')
  return type ? inspectHeif(bytes, type) : { kind: 'other' }
}

/** `acTL` says how many frames there are, `cICP` the code points; both come before the pixels. */
function inspectPng(bytes: Buffer): FileFacts {
  const facts: FileFacts = { kind: 'other' }
  for (let at = PNG_SIGNATURE.length; at + 8 < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = textAt(bytes, at + 4)
    const body = at + 8
    if (type === 'IDAT') break
    if (type === 'acTL' && bytes.readUInt32BE(body) > 1) facts.kind = 'animated'
    if (type === 'cICP') {
      facts.color = { primaries: bytes.readUInt8(body), transfer: bytes.readUInt8(body + 1) }
    }
    at = body + length + 4
  }
  return facts
}

function inspectHeif(bytes: Buffer, type: Buffer): FileFacts {
  const major = textAt(type, 0)
  const compatible = Array.from({ length: Math.max(type.length / 4 - 2, 0) }, (_, index) =>
    textAt(type, 8 + index * 4),
  )
  const brands = [major, ...compatible]
  if (major === 'avis') return { kind: 'animated' }
  if (HEIC_BRANDS.includes(major)) return { kind: 'heic' }
  if (brands.includes('avif')) return { kind: 'avif', color: readColor(bytes) }
  return { kind: brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : 'unknown_type' }
}

/** The colors in a property; without one, those in the image data. */
function readColor(bytes: Buffer): CodePoints | undefined {
  const meta = findBox(bytes, 'meta')?.subarray(4)
  return meta && (readProperty(meta) ?? readImageColor(meta, bytes))
}

/** The `nclx` color of the primary image, or of a tile if a grid has none. */
function readProperty(meta: Buffer): CodePoints | undefined {
  const properties = findBox(meta, 'iprp')
  const container = properties && findBox(properties, 'ipco')
  const primary = findBox(meta, 'pitm')
  if (!container || !primary) return undefined
  const colors = [...boxesOf(container)].map(({ type, body }) =>
    type === 'colr' && textAt(body, 0) === 'nclx'
      ? { primaries: body.readUInt16BE(4), transfer: body.readUInt16BE(6) }
      : undefined,
  )
  const id = primary.readUInt8(0) === 0 ? primary.readUInt16BE(4) : primary.readUInt32BE(4)
  const own = [...boxesOf(properties)]
    .filter(({ type }) => type === 'ipma')
    .flatMap(({ body }) => associationsOf(body, id))
    .map((index) => colors[index - 1])
  return [...own, ...colors].find((color) => color !== undefined)
}

/** The colors of the first image that states any: in its decoder configuration, or in its data. */
function readImageColor(meta: Buffer, bytes: Buffer): CodePoints | undefined {
  const container = findBox(findBox(meta, 'iprp') ?? NOTHING, 'ipco') ?? NOTHING
  const configured = [...boxesOf(container)]
    .filter(({ type }) => type === 'av1C')
    .map(({ body }) => body.subarray(4))
  for (const data of [...configured, ...dataOf(meta, bytes)]) {
    const color = readAv1Color(data)
    if (color) return color
  }
  return undefined
}

const NOTHING = Buffer.alloc(0)

/** The first part of each item's data that lies in the file (ISO/IEC 14496-12, `iloc`). */
function* dataOf(meta: Buffer, bytes: Buffer) {
  const body = findBox(meta, 'iloc')
  if (!body) return
  const version = body.readUInt8(0)
  const [offsetSize, lengthSize] = [body.readUInt8(4) >> 4, body.readUInt8(4) & 15]
  const baseSize = body.readUInt8(5) >> 4
  const indexSize = version === 0 ? 0 : body.readUInt8(5) & 15
  let at = 6
  const read = (size: number) => {
    const value = size === 8 ? Number(body.readBigUInt64BE(at)) : size && body.readUIntBE(at, size)
    at += size
    return value
  }
  const idSize = version < 2 ? 2 : 4
  for (let left = read(idSize); left > 0; left -= 1) {
    read(idSize)
    const method = version === 0 ? 0 : read(2) & 15
    read(2)
    const base = read(baseSize)
    const extents = Array.from({ length: read(2) }, () => {
      read(indexSize)
      return { start: base + read(offsetSize), length: read(lengthSize) }
    })
    const [first] = extents
    if (first && method === 0) {
      yield bytes.subarray(first.start, first.length ? first.start + first.length : undefined)
    }
  }
}

/** The properties of an item, from 1. */
function associationsOf(body: Buffer, item: number): number[] {
  const [version, isWide] = [body.readUInt8(0), (body.readUInt8(3) & 1) === 1]
  const width = isWide ? 2 : 1
  let at = 8
  for (let left = body.readUInt32BE(4); left > 0; left -= 1) {
    const id = version === 0 ? body.readUInt16BE(at) : body.readUInt32BE(at)
    at += version === 0 ? 2 : 4
    const count = body.readUInt8(at)
    at += 1
    if (id === item) {
      return Array.from({ length: count }, (_, index) =>
        isWide ? body.readUInt16BE(at + index * 2) & 0x7fff : body.readUInt8(at + index) & 0x7f,
      )
    }
    at += count * width
  }
  return []
}

function findBox(bytes: Buffer, wanted: string): Buffer | undefined {
  return boxesOf(bytes).find(({ type }) => type === wanted)?.body
}

/** The boxes one after the other (ISO/IEC 14496-12): size, type, content. */
function* boxesOf(bytes: Buffer) {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const isLong = size === 1
    const start = at + (isLong ? 16 : 8)
    const end = isLong
      ? at + Number(bytes.readBigUInt64BE(at + 8))
      : size === 0
        ? bytes.length
        : at + size
    if (end < start) return
    yield { type: textAt(bytes, at + 4), body: bytes.subarray(start, end) }
    at = end
  }
}

const textAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)
