import type { InjectOptions } from 'fastify'
import { IMAGE_LIMIT_BYTES } from '#contract/images/images.ts'
import { animation, blackPng, noise } from './images.ts'
import { imageForm, multipartForm } from './multipart.ts'

/** Files that must not be served as a script or a page. */
export const SCRIPT = '<script>alert(document.domain)</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`

const jpeg = () => noise(200, 200).jpeg().toBuffer()
const half = (file: Buffer) => file.subarray(0, file.length / 2)

/** Forms that every upload refuses, each with its status. */
export const HOSTILE_UPLOADS: readonly [
  what: string,
  status: number,
  form: () => Promise<InjectOptions>,
][] = [
  ['a text with an image’s name', 415, async () => imageForm('Not an image at all')],
  ['nothing at all', 415, async () => imageForm('')],
  [
    'an SVG with a script',
    415,
    async () => imageForm(SVG, { filename: 'a.svg', type: 'image/svg+xml' }),
  ],
  ['an SVG that claims to be a JPEG', 415, async () => imageForm(SVG)],
  ['a page behind the first bytes of a GIF', 415, async () => imageForm(`GIF89a${SCRIPT}`)],
  [
    'a page behind the first bytes of a JPEG',
    422,
    async () => imageForm(Buffer.from(`ffd8ffe0${Buffer.from(SCRIPT).toString('hex')}`, 'hex')),
  ],
  ['an animation', 415, async () => imageForm(await animation())],
  ['a bomb of 100 megapixels', 413, async () => imageForm(blackPng(10_000, 10_000))],
  [
    'an image of a little more than 40 megapixels',
    413,
    async () => imageForm(blackPng(6_401, 6_250)),
  ],
  ['a JPEG that ends in the middle', 422, async () => imageForm(half(await jpeg()))],
  [
    'a PNG that ends in the middle',
    422,
    async () => imageForm(half(await noise(200, 200).png().toBuffer())),
  ],
  [
    'a file of more than 5 MB',
    413,
    async () => imageForm(Buffer.alloc(IMAGE_LIMIT_BYTES + 1, await jpeg())),
  ],
  ['a body of 50 MB', 413, async () => imageForm(Buffer.alloc(50 * 1024 * 1024))],
  [
    'a thousand parts',
    400,
    async () =>
      multipartForm(
        ...Array.from({ length: 1000 }, () => ({
          name: 'image',
          filename: 'a.jpg',
          content: 'x',
        })),
      ),
  ],
  [
    'a second image',
    400,
    async () => {
      const content = await jpeg()
      return multipartForm(
        { name: 'image', filename: 'a.jpg', content },
        { name: 'image', filename: 'b.jpg', content },
      )
    },
  ],
  [
    'a field beside the image',
    400,
    async () =>
      multipartForm(
        { name: 'image', filename: 'a.jpg', content: await jpeg() },
        { name: 'role', content: 'admin' },
      ),
  ],
  ['another field', 400, async () => imageForm(await jpeg(), { name: 'file' })],
  ['a field that is no file', 400, async () => multipartForm({ name: 'image', content: 'text' })],
  ['a field of the prototype', 400, async () => imageForm(await jpeg(), { name: '__proto__' })],
  ['no part', 400, async () => multipartForm()],
  [
    'a form that breaks off',
    400,
    async () => {
      const { payload, headers } = imageForm(await jpeg())
      return { payload: half(payload), headers }
    },
  ],
  [
    'a form without its boundary',
    400,
    async () => ({
      ...imageForm(await jpeg()),
      headers: { 'content-type': 'multipart/form-data' },
    }),
  ],
  ['JSON', 415, async () => ({ payload: { image: 'a.jpg' } })],
]
