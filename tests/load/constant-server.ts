import { join } from 'node:path'
import Fastify from 'fastify'
import { openDatabase } from '#drizzle/client.ts'

// Reference A: bare Fastify. The first argument is the data folder for `POST /row`, which inserts a row and
// syncs it to disk before responding; the others are the sizes of constant responses in bytes.
const [folder = '', ...sizes] = process.argv.slice(2)
const app = Fastify()
for (const size of sizes) {
  const text = 'x'.repeat(Number(size))
  app.get(`/${size}`, async (_request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8')
    return text
  })
}
const { $client } = openDatabase(join(folder, 'rows.db'))
$client.exec('create table rows (id integer primary key, text)')
const insert = $client.prepare('insert into rows (text) values (?)')
app.post('/row', async (request) => {
  insert.run(JSON.stringify(request.body))
  return { received: true }
})
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => process.exit(0))
