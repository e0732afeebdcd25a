import { expect, it } from 'vitest'
import { av1Header, avifOf, plain } from '#domain/testing/avif.ts'
import { readAv1Color } from './av1-color.ts'

const SIZE = '01010101111111111111'
const STILL = `0001100101${SIZE}000000`
// Order hints off; screen content tools and integer motion vectors signaled per frame.
const TOOLS = '0000011'

/** A header of a video rather than a still picture, with its optional parts. */
function movie({
  timing = '0',
  delay = '0',
  points = `00000${'0'.repeat(12)}00101`,
  ids = '0',
  tools = TOOLS,
}) {
  return `00000${timing}${delay}${points}${SIZE}${ids}000${tools}000`
}

it.each([
  ['a still picture', STILL],
  ['a movie', movie({})],
  ['a movie without screen content tools', movie({ tools: '0000000' })],
  ['a movie with order hints', movie({ tools: '00001110100101' })],
  ['a movie with frame ids', movie({ ids: '10110011' })],
  ['a movie of a higher level', movie({ points: `00000${'0'.repeat(12)}01000${'1'}` })],
  [
    'a movie with a delay and two operating points',
    movie({
      delay: '1',
      points: `00001${'0'.repeat(12)}00101${'1'}0011${'0'.repeat(12)}00101${'0'}`,
    }),
  ],
  [
    'a movie with timing and a decoder model',
    movie({
      timing: `1${'0'.repeat(64)}${'1'}00101${'1'}${'00011'}${'1'.repeat(32)}${'0'.repeat(10)}`,
      points: `00000${'0'.repeat(12)}00101${'1'}${'0101'}${'1010'}${'1'}`,
    }),
  ],
])('reads the colors of %s', (_, before) => {
  expect(readAv1Color(av1Header(before, [9, 16]))).toEqual({ primaries: 9, transfer: 16 })
})

it('finds the sequence header after a temporal delimiter', () => {
  const data = Buffer.concat([Buffer.of(0x12, 0), av1Header(STILL, [12, 13])])
  expect(readAv1Color(data)).toEqual({ primaries: 12, transfer: 13 })
})

it('reads the output of an encoder', async () => {
  const file = await avifOf([plain('red')])
  expect(readAv1Color(file.subarray(file.indexOf('mdat') + 4))).toEqual({
    primaries: 1,
    transfer: 13,
  })
})

it('finds none in other data, wherever the data ends', () => {
  const header = av1Header(STILL, [9, 16])
  for (let length = 0; length < 9; length += 1) {
    expect(readAv1Color(header.subarray(0, length))).toBeUndefined()
  }
  expect(readAv1Color(Buffer.from('no bitstream'))).toBeUndefined()
})
