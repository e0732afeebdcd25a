import type { CodePoints } from './to-srgb.ts'

const SEQUENCE_HEADER = 1

/**
 * The colors that AV1 data states in its sequence header (AV1 specification, 5.3 to 5.5). Browsers use them
 * for an AVIF without a `colr` property.
 * @returns undefined when the data is not AV1, or states none
 */
export function readAv1Color(data: Buffer): CodePoints | undefined {
  try {
    const header = findSequenceHeader(data)
    return header && readSequenceHeader(bitsOf(header))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function findSequenceHeader(data: Buffer): Buffer | undefined {
  for (let at = 0; at < data.length; ) {
    const { type, start, end } = readUnit(data, at)
    if (type === SEQUENCE_HEADER) return data.subarray(start, end)
    if (end <= at || end > data.length) return undefined
    at = end
  }
  return undefined
}

/** An open bitstream unit: its type, and the position of its content. */
function readUnit(data: Buffer, from: number): { type: number; start: number; end: number } {
  const first = data.readUInt8(from)
  const type = (first >> 3) & 15
  let start = from + (first & 4 ? 2 : 1)
  if (!(first & 2)) return { type, start, end: data.length }
  let size = 0
  for (let shift = 0; shift < 56; shift += 7) {
    const byte = data.readUInt8(start)
    start += 1
    size += (byte & 127) * 2 ** shift
    if (byte < 128) break
  }
  return { type, start, end: start + size }
}

interface Bits {
  /** The next bits as a number; at most 32. */
  read(count: number): number
  isSet(): boolean
}

function bitsOf(data: Buffer): Bits {
  let at = 0
  const read = (count: number) => {
    let value = 0
    for (let left = count; left > 0; left -= 1, at += 1) {
      value = value * 2 + ((data.readUInt8(at >> 3) >> (7 - (at & 7))) & 1)
    }
    return value
  }
  return { read, isSet: () => read(1) === 1 }
}

/** Reads `sequence_header_obu` up to its colors. */
function readSequenceHeader(bits: Bits): CodePoints | undefined {
  const profile = bits.read(3)
  bits.read(1)
  const isReduced = bits.isSet()
  if (isReduced) bits.read(5)
  else skipOperatingPoints(bits)
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1]
  bits.read(widthBits)
  bits.read(heightBits)
  if (!isReduced && bits.isSet()) bits.read(7)
  bits.read(3)
  if (!isReduced) skipTools(bits)
  bits.read(3)
  return readColorConfig(bits, profile)
}

function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0
  if (bits.isSet()) {
    bits.read(32)
    bits.read(32)
    if (bits.isSet()) skipVariableLength(bits)
    if (bits.isSet()) {
      delayBits = bits.read(5) + 1
      bits.read(32)
      bits.read(10)
    }
  }
  const hasDisplayDelay = bits.isSet()
  for (let left = bits.read(5); left >= 0; left -= 1) {
    bits.read(12)
    if (bits.read(5) > 7) bits.read(1)
    if (delayBits > 0 && bits.isSet()) {
      bits.read(delayBits)
      bits.read(delayBits)
      bits.read(1)
    }
    if (hasDisplayDelay && bits.isSet()) bits.read(4)
  }
}

function skipVariableLength(bits: Bits): void {
  let zeros = 0
  while (!bits.isSet()) zeros += 1
  if (zeros < 32) bits.read(zeros)
}

function skipTools(bits: Bits): void {
  bits.read(4)
  const hasOrderHint = bits.isSet()
  if (hasOrderHint) bits.read(2)
  const hasScreenContentTools = bits.isSet() || bits.isSet()
  if (hasScreenContentTools && !bits.isSet()) bits.read(1)
  if (hasOrderHint) bits.read(3)
}

function readColorConfig(bits: Bits, profile: number): CodePoints | undefined {
  const isHighBitDepth = bits.isSet()
  if (profile === 2 && isHighBitDepth) bits.read(1)
  if (profile !== 1) bits.read(1)
  return bits.isSet() ? { primaries: bits.read(8), transfer: bits.read(8) } : undefined
}
