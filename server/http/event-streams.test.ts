import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createEventStreams } from './event-streams.ts'

const tooMany = { status: 429, code: 'too_many_requests', message: 'Too many.' }

type EventStream = Parameters<ReturnType<typeof createEventStreams>>[2]

function setUp({
  mostOfReader,
  mayRead,
  listen = () => () => {},
}: Partial<EventStream> & { mostOfReader: number }) {
  const app = Fastify({ trustProxy: '10.0.0.1' })
  onTestFinished(() => app.close())
  app.decorate('findCaller', () => undefined)
  const stream = createEventStreams(app, { mostOfReader, tooMany })
  app.get('/changes', (request, reply) =>
    stream(request, reply, { listen, ...(mayRead && { mayRead }) }),
  )
  return (visitor = '192.0.2.1') =>
    app.inject({
      url: '/changes',
      payloadAsStream: true,
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': visitor },
    })
}

it('refuses a stream while 2,000 are open, and allows one again when they have ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let isStaff = true
  const open = setUp({
    mostOfReader: 2_000,
    mayRead: async () => {
      if (!isStaff) throw new Error('No longer staff.')
    },
  })
  const streams = await Promise.all(Array.from({ length: 2_000 }, () => open()))
  expect((await open()).statusCode).toBe(503)
  isStaff = false
  vi.advanceTimersByTime(20_000)
  await Promise.all(streams.map((response) => text(response.stream())))
  expect((await open()).statusCode).toBe(200)
})

it.each([
  [
    'IPv6 network',
    ['2001:db8:0:1::1', '2001:DB8:0:1:ffff::2', '[2001:db8:0:1::3]:40123'],
    '2001:db8:0:2::1',
  ],
  [
    'IPv4 address',
    ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '203.0.113.7:40123'],
    '203.0.113.8',
  ],
])(
  'counts the streams of an %s together, however its addresses are written',
  async (_, forms, other) => {
    const open = setUp({ mostOfReader: forms.length })
    for (const form of forms) expect((await open(form)).statusCode, form).toBe(200)
    for (const form of forms) expect((await open(form)).statusCode, form).toBe(429)
    expect((await open(other)).statusCode).toBe(200)
  },
)

it.each([
  ['sends them once they may', true, ':\n\ndata: 1\n\ndata: 2\n\n'],
  ['ends without them otherwise', false, ':\n\n'],
])(
  'holds events back while it asks whether their reader may read, and %s',
  async (_, mayThey, expected) => {
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const answers = [first.promise, second.promise]
    const open = setUp({
      mostOfReader: 1,
      mayRead: () => answers.shift() ?? Promise.reject(new Error('The test is over.')),
      listen(send, ask) {
        send('data: 1\n\n')
        ask()
        send('data: 2\n\n')
        first.resolve()
        void first.promise.then(() => {
          if (mayThey) second.resolve()
          else second.reject(new Error('No longer staff.'))
          void second.promise.then(ask, ask)
        })
        return () => {}
      },
    })
    expect(await text((await open()).stream())).toBe(expected)
  },
)

it('closes a stream that has ended even if its client reads nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  onTestFinished(() => app.close())
  app.decorate('findCaller', () => undefined)
  const stream = createEventStreams(app, { mostOfReader: 1, tooMany })
  const full = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let isStaff = true
  app.get('/changes', (request, reply) => {
    const mayRead = async () => {
      if (!isStaff) throw new Error('No longer staff.')
    }
    /** Fills the connection's buffers, so that part of the stream stays unread. */
    const fill = async (send: (event: string) => void) => {
      for (let waited = 0; waited < 10; waited = reply.raw.writableNeedDrain ? waited + 1 : 0) {
        if (waited === 0) send(`data: ${'x'.repeat(8192)}\n\n`)
        await setImmediate()
      }
      for (let sent = 0; sent < 6; sent += 1) send(`data: ${'x'.repeat(8192)}\n\n`)
      full.resolve()
    }
    reply.raw.once('close', closed.resolve)
    return stream(request, reply, {
      mayRead,
      listen(send) {
        void setImmediate().then(() => fill(send))
        return () => {}
      },
    })
  })
  const { hostname, port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET /changes HTTP/1.1\r\nhost: clinic.test\r\n\r\n')
  await full.promise
  isStaff = false
  vi.advanceTimersByTime(20_000)
  await setImmediate()
  vi.advanceTimersByTime(20_000)
  await closed.promise
})
