import sharp, { type Sharp } from 'sharp'

// AVIF files as encoders other than sharp write them: with colors as code points, as a grid of tiles, with
// other brands (ISO/IEC 14496-12, ISO/IEC 23008-12, AV1 Image File Format).

interface AvifOptions {
  /** For `ftyp`: the major brand, then the compatible ones. */
  brands?: readonly [string, ...string[]]
  /** Code points of primaries and transfer (ITU-T H.273), in the `colr` property. */
  color?: readonly [primaries: number, transfer: number]
  profile?: Buffer | undefined
  /** A sequence header (`av1Header`) before the images' own headers. */
  header?: { content: Buffer; in: 'configuration' | 'data' } | undefined
  /** Whether the tiles are marked as hidden. */
  hidden?: boolean
}

/** An AVIF of equal tiles, side by side; with one tile, no grid. */
export async function avifOf(
  tiles: readonly Sharp[],
  { brands = ['avif', 'mif1', 'miaf'], color, profile, header, hidden = true }: AvifOptions = {},
): Promise<Buffer> {
  const parts = (await Promise.all(tiles.map(encodeTile))).map((tile) => withHeader(tile, header))
  const [{ width, height, configuration }] = parts as [Tile, ...Tile[]]
  const isGrid = parts.length > 1
  const ids = parts.map((_, index) => index + 1)
  const gridId = parts.length + 1
  const grid = Buffer.concat([
    Buffer.from([0, 0, 0, parts.length - 1]),
    u16(width * parts.length),
    u16(height),
  ])
  const contents = [...parts.map(({ content }) => content), ...(isGrid ? [grid] : [])]

  const colors = [
    ...(color
      ? [box('colr', text('nclx'), u16(color[0]), u16(color[1]), u16(0), Buffer.of(0x80))]
      : []),
    ...(profile ? [box('colr', text('prof'), profile)] : []),
  ]
  const properties = [
    configuration,
    size(width, height),
    ...(isGrid ? [size(width * parts.length, height)] : []),
    ...colors,
  ]
  const colorIndexes = colors.map((_, index) => properties.length - index)
  const associations = [
    ...ids.map((id) => associate(id, [1, 2, ...colorIndexes])),
    ...(isGrid ? [associate(gridId, [3, ...colorIndexes])] : []),
  ]
  const items = [
    ...ids.map((id) => item(id, 'av01', isGrid && hidden)),
    ...(isGrid ? [item(gridId, 'grid', false)] : []),
  ]
  const metaWith = (start: number) =>
    fullBox(
      'meta',
      fullBox('hdlr', u32(0), text('pict'), Buffer.alloc(13)),
      fullBox('pitm', u16(isGrid ? gridId : 1)),
      locations(contents, start),
      fullBox('iinf', u16(items.length), ...items),
      ...(isGrid
        ? [fullBox('iref', box('dimg', u16(gridId), u16(ids.length), ...ids.map(u16)))]
        : []),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox('ipma', u32(associations.length), ...associations),
      ),
    )
  const [major, ...compatible] = brands
  const head = box('ftyp', text(major), u32(0), ...compatible.map(text))
  const start = head.length + metaWith(0).length + 8
  return Buffer.concat([head, metaWith(start), box('mdat', ...contents)])
}

interface Tile {
  width: number
  height: number
  /** The `av1C` property. */
  configuration: Buffer
  content: Buffer
}

/** The parts of an AVIF written by sharp. */
async function encodeTile(image: Sharp): Promise<Tile> {
  const { data, info } = await image
    .avif({ lossless: true, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  const at = data.indexOf('av1C') - 4
  const mdat = data.indexOf('mdat') - 4
  return {
    ...{ width: info.width, height: info.height },
    configuration: data.subarray(at, at + data.readUInt32BE(at)),
    content: data.subarray(mdat + 8, mdat + data.readUInt32BE(mdat)),
  }
}

function withHeader(tile: Tile, header: AvifOptions['header']): Tile {
  if (!header) return tile
  const { configuration, content } = tile
  return header.in === 'data'
    ? { ...tile, content: Buffer.concat([header.content, content]) }
    : { ...tile, configuration: box('av1C', configuration.subarray(8), header.content) }
}

/**
 * A sequence header that states colors (AV1 specification, 5.5), as an open bitstream unit.
 * @param before the bits from `seq_profile` to `enable_restoration`, of an 8-bit profile 0
 */
export function av1Header(
  before: string,
  [primaries, transfer]: readonly [number, number],
): Buffer {
  const byte = (value: number) => value.toString(2).padStart(8, '0')
  const bits = `${before}001${byte(primaries)}${byte(transfer)}${byte(9)}`.padEnd(400, '0')
  const content = Buffer.from(bits.match(/.{8}/g)?.map((eight) => Number.parseInt(eight, 2)) ?? [])
  return Buffer.concat([Buffer.of(0x0a, content.length), content])
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(body.length + 8), text(type), body])
}

/** A box with version 0 and no flags. */
const fullBox = (type: string, ...content: Buffer[]) => box(type, u32(0), ...content)

const text = (value: string) => Buffer.from(value, 'latin1')

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const size = (width: number, height: number) => fullBox('ispe', u32(width), u32(height))

const item = (id: number, type: string, isHidden: boolean) =>
  box('infe', u32(0x02000000 | (isHidden ? 1 : 0)), u16(id), u16(0), text(type), Buffer.alloc(1))

const associate = (id: number, properties: number[]) =>
  Buffer.concat([u16(id), Buffer.of(properties.length, ...properties)])

/** The positions of the items' contents, one after the other from `start`. */
function locations(contents: readonly Buffer[], start: number): Buffer {
  let offset = start
  const each = contents.map((content, index) => {
    const at = offset
    offset += content.length
    return Buffer.concat([u16(index + 1), u16(0), u16(1), u32(at), u32(content.length)])
  })
  return fullBox('iloc', Buffer.of(0x44, 0), u16(contents.length), ...each)
}

/** An image of one color. */
export const plain = (background: string, side = 64): Sharp =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
