import sharp from 'sharp'

/** A small photo-like JPEG that says where it was taken. */
export function photo({ width = 90, height = 60 } = {}): Promise<Buffer> {
  return noise(width, height)
    .jpeg()
    .withExif({
      IFD0: { Artist: 'Secret Artist' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 26/1 46/1' },
    })
    .toBuffer()
}

/** Pixels that differ from each other: what is cut off from their file is missed. */
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
