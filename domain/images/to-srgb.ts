/** The colors of an image as code points (ITU-T H.273). */
export interface CodePoints {
  primaries: number
  transfer: number
}

type Row = readonly [red: number, green: number, blue: number]

/** Matrices from linear light of these primaries to linear sRGB, adapted to its white point (Bradford). */
const TO_SRGB: Readonly<Record<number, readonly [Row, Row, Row]>> = {
  4: [
    [1.48616, -0.40355, -0.0826],
    [-0.0251, 0.95402, 0.07108],
    [-0.02722, -0.0441, 1.07132],
  ],
  5: [
    [1.04404, -0.04404, 0],
    [0, 1, 0],
    [0, 0.01179, 0.98821],
  ],
  6: [
    [0.93954, 0.05018, 0.01028],
    [0.01777, 0.96579, 0.01643],
    [-0.00162, -0.00437, 1.00599],
  ],
  7: [
    [0.93954, 0.05018, 0.01028],
    [0.01777, 0.96579, 0.01643],
    [-0.00162, -0.00437, 1.00599],
  ],
  // BT.2020
  9: [
    [1.66049, -0.58764, -0.07285],
    [-0.12455, 1.1329, -0.00835],
    [-0.01815, -0.10058, 1.11873],
  ],
  // Digital cinema P3
  11: [
    [1.15752, -0.15496, -0.00255],
    [-0.0415, 1.04557, -0.00407],
    [-0.01805, -0.07858, 1.09663],
  ],
  // Display P3
  12: [
    [1.22494, -0.22494, 0],
    [-0.04206, 1.04206, 0],
    [-0.01964, -0.07864, 1.09827],
  ],
  22: [
    [1.02525, -0.02655, 0.0013],
    [0.01939, 0.94803, 0.03258],
    [-0.00177, -0.00144, 1.00321],
  ],
}

const IDENTITY: readonly [Row, Row, Row] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

/** Transfer functions to linear light, 0 to 1. Browsers read all others as sRGB. */
const TO_LINEAR: Readonly<Record<number, (value: number) => number>> = {
  4: (value) => value ** 2.2,
  5: (value) => value ** 2.8,
  8: (value) => value,
}

const fromSrgb = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

const encode = (light: number) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055

/** Whether the transfer function is for high dynamic range: PQ or HLG. */
export function isHighDynamicRange({ transfer }: CodePoints): boolean {
  return transfer === 16 || transfer === 18
}

/**
 * Converts pixels in place, as browsers do, because libvips converts by profiles only.
 * @param pixels RGB, a byte each
 */
export function toSrgb(pixels: Uint8Array, { primaries, transfer }: CodePoints): void {
  const matrix = TO_SRGB[primaries]
  const toLinear = TO_LINEAR[transfer]
  if (!matrix && !toLinear) return
  const light = Float64Array.from({ length: 256 }, (_, byte) => (toLinear ?? fromSrgb)(byte / 255))
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = [0, 1, 2].map(
      (channel) => light[pixels[at + channel] ?? 0],
    )
    for (const [channel, [ofRed, ofGreen, ofBlue]] of (matrix ?? IDENTITY).entries()) {
      const value = encode(ofRed * red + ofGreen * green + ofBlue * blue)
      pixels[at + channel] = Math.round(255 * Math.min(Math.max(value, 0), 1))
    }
  }
}
