import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { watchRefusals } from './watch-refusals.ts'

it('finds the refusals that a route does not declare', async () => {
  const { app, undeclared } = await watchRefusals(async () => Fastify())
  onTestFinished(() => app.close())
  const refusals = { full: [409, 'All is taken.'], late: [409, 'It is over.', 'closed'] } as const
  app.get<{ Params: { status: number; code: string } }>(
    '/:status/:code',
    { config: { refusals } },
    async ({ params: { status, code } }, reply) => reply.code(status).send({ code }),
  )
  for (const declared of ['409/full', '409/closed', '404/not_found', '200/other']) {
    await app.inject(declared)
  }
  expect(undeclared).toEqual([])
  for (const wrong of ['400/full', '409/late', '409/other']) await app.inject(wrong)
  expect(undeclared).toEqual([
    'GET /:status/:code: 400 full',
    'GET /:status/:code: 409 late',
    'GET /:status/:code: 409 other',
  ])
})
