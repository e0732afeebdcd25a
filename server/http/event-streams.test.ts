import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createEventStreams } from './event-streams.ts'

it('refuses a stream while 2,000 are open, and gives one again when they have ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = Fastify()
  onTestFinished(() => app.close())
  const limits = { mostOfReader: 2_000, tooMany: '', tooManyInAll: '' }
  const stream = createEventStreams(app, limits)
  const mayRead = () => Promise.reject(new Error('No longer staff.'))
  app.get('/changes', (request, reply) =>
    stream(request, reply, { reader: 'rita', listen: () => () => {}, mayRead }),
  )
  const open = () => app.inject({ url: '/changes', payloadAsStream: true })
  const streams = await Promise.all(Array.from({ length: 2_000 }, open))
  expect((await open()).statusCode).toBe(503)
  vi.advanceTimersByTime(20_000)
  await Promise.all(streams.map((response) => text(response.stream())))
  expect((await open()).statusCode).toBe(200)
})
