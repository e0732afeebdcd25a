import Fastify from 'fastify'

// Reference A: bare Fastify answering constant strings, whose sizes in bytes are the arguments.
const app = Fastify()
for (const size of process.argv.slice(2)) {
  const text = 'x'.repeat(Number(size))
  app.get(`/${size}`, async (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8')
    return text
  })
}
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => process.exit(0))
