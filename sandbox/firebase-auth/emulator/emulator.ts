// The identity emulator's own process: `node emulator.ts --port 9099 --accounts FILE`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import { createKeeper, readAccounts } from './accounts-file.ts'
import type { EmulatorApp } from './emulator-app.ts'
import { EMULATOR_HOST } from './project.ts'

/** Messages to the parent process. */
export type EmulatorMessage = { kind: 'ready' } | { kind: 'failed'; message: string }

const SHUTDOWN_LIMIT_MS = 2_000

const { values } = parseArgs({
  options: { port: { type: 'string' }, accounts: { type: 'string' } },
})
const port = Number(values.port)
const accountsPath = values.accounts ?? ''

const server = createServer((request, response) => {
  opened.then(
    ({ app, keep }) => answer(app, keep, request, response),
    () => response.destroy(),
  )
})
server.on('error', (error) => fail(sentence(error)))

// Listens first: a port in use is reported at once, and calls during the start wait instead of being refused.
const opened = new Promise<void>((resolve) => {
  server.listen(port, EMULATOR_HOST, resolve)
}).then(open)
opened.then(
  () => sendToParent({ kind: 'ready' }),
  (error: Error) => fail(error.message),
)

process.on('SIGTERM', stop)
// Ctrl-C reaches the whole process group; the parent process decides when to stop.
process.on('SIGINT', () => process.connected || stop())
// The parent has exited.
process.on('disconnect', stop)

async function open() {
  const { createEmulatorApp } = await import('./emulator-app.ts')
  const app = await createEmulatorApp(readAccounts(accountsPath))
  return { app, keep: createKeeper(accountsPath, app.accounts) }
}

function answer(
  app: EmulatorApp,
  keep: () => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (isFromBrowser(request)) {
    response.writeHead(403).end()
    return
  }
  if (changesAccounts(request)) answerOnceKept(response, keep)
  app.handle(request, response)
}

// Without this, the emulator would let any page that the user visits read every account. Browsers use the
// site's own facade.
function isFromBrowser({ headers }: IncomingMessage) {
  const hostname = headers.host?.replace(/:\d+$/, '')
  return (
    headers.origin !== undefined ||
    headers['sec-fetch-site'] !== undefined ||
    (hostname !== EMULATOR_HOST && hostname !== 'localhost')
  )
}

function changesAccounts({ method, url = '' }: IncomingMessage) {
  return method !== 'GET' && !url.split('?')[0]?.endsWith(':lookup')
}

// Acknowledged changes survive a kill, because the response is sent after the write.
function answerOnceKept(response: ServerResponse, keep: () => Promise<void>) {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  response.cork()
  response.end = (...args: unknown[]) => {
    keep().then(
      () => end(...args),
      (error: Error) => {
        console.error(`The accounts could not be kept: ${error.message}`)
        response.destroy()
      },
    )
    return response
  }
}

function sentence(error: NodeJS.ErrnoException) {
  return error.code === 'EADDRINUSE'
    ? `Port ${port} is in use. Stop the program using it, or set AUTH_EMULATOR_PORT to another port.`
    : error.message
}

function sendToParent(message: EmulatorMessage) {
  process.send?.(message)
}

function fail(message: string) {
  process.exitCode = 1
  if (!process.send) {
    console.error(message)
    process.exit()
  }
  process.send({ kind: 'failed', message } satisfies EmulatorMessage, () => process.exit())
}

async function stop() {
  setTimeout(() => process.exit(), SHUTDOWN_LIMIT_MS).unref()
  server.close()
  server.closeIdleConnections()
  await opened.then(({ keep }) => keep()).catch((error: Error) => console.error(error.message))
  process.exit()
}
