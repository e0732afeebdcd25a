import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Metadata } from 'sharp'

/** A small photo-like JPEG with GPS metadata. */
export function photo({ width = 90, height = 60 } = {}): Promise<Buffer> {
  return noise(width, height)
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Secret Artist' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 26/1 46/1' },
    })
    .toBuffer()
}

/** Random pixels, so that a truncated file is damaged. */
export function noise(width: number, height: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
}

/** A file's metadata. The server's sharp can only read images from files. */
export async function readImage(content: Buffer): Promise<Metadata> {
  const file = join(tmpdir(), `sprout-test-${randomUUID()}`)
  writeFileSync(file, content)
  try {
    return await sharp(file).metadata()
  } finally {
    rmSync(file)
  }
}

/** Two frames, one below the other. */
export function animation(): Promise<Buffer> {
  const frames = Buffer.from(Array.from({ length: 20 * 40 * 3 }, (_, index) => index % 251))
  const raw = { width: 20, height: 40, channels: 3 as const, pageHeight: 20 }
  return sharp(frames, { raw }).webp().toBuffer()
}

/** A PNG of so many black one-bit pixels: a small file with a large image. */
export function blackPng(width: number, height: number): Buffer {
  return pngFile({ width, height, depth: 1, colorType: 0 }, height * (1 + Math.ceil(width / 8)))
}

/** A PNG with that header, and `bytes` of black pixels. */
export function pngFile(
  header: {
    width: number
    height: number
    depth: number
    colorType: number
    interlaced?: boolean
  },
  bytes = 1_000,
): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(header.width, 0)
  data.writeUInt32BE(header.height, 4)
  data.writeUInt8(header.depth, 8)
  data.writeUInt8(header.colorType, 9)
  data.writeUInt8(header.interlaced ? 1 : 0, 12)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', data),
    pngChunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
