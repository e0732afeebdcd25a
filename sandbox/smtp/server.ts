import { once } from 'node:events'
import type { Server, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { createSmtpFaults, type SmtpFault, type SmtpFaultRule, type SmtpStep } from './faults.ts'

const HOST = '127.0.0.1'
const LARGEST_MESSAGE_BYTES = 5_000_000

/** Receives each message before the server accepts it. */
export type StoreMessage = (message: {
  raw: Buffer
  from: string
  to: readonly string[]
}) => void | Promise<void>

export interface SmtpServerSettings {
  /** 0 for any free port. */
  port: number
  store: StoreMessage
  log: { warn(details: object, message: string): void }
  /** Offers STARTTLS with this certificate and key (PEM); `implicit` expects TLS from the start. */
  tls?: { cert: string; key: string; implicit?: boolean }
  /** Requires this login. */
  login?: { user: string; password: string }
}

export interface RunningSmtpServer {
  port: number
  /** For `SMTP_URL`, without the login. */
  url: string
  addFault(rule: SmtpFaultRule): void
  clearFaults(): void
  close(): Promise<void>
}

/**
 * Starts a mail server that stores what it accepts, and delivers nothing.
 * @throws when the port is in use
 */
export async function startSmtpServer(settings: SmtpServerSettings): Promise<RunningSmtpServer> {
  const { store, log, tls } = settings
  const faults = createSmtpFaults()
  const sockets = new Map<number, Socket>()

  /** Rejects with the fault's refusal; never settles when the fault sends no answer. */
  async function strike(at: SmtpStep, session: SMTPServerSession, recipient?: string) {
    const fault = faults.take(at, recipient)
    if (fault) await suffer(fault, sockets.get(session.remotePort))
    return fault
  }

  const smtp = new SMTPServer({
    ...authentication(settings),
    ...(tls ? { cert: tls.cert, key: tls.key, secure: tls.implicit ?? false } : {}),
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_MESSAGE_BYTES,
    closeTimeout: 500,
    onConnect: (session, done) => answer(strike('connect', session), done),
    onMailFrom: (_address, session, done) => answer(strike('MAIL FROM', session), done),
    onRcptTo: ({ address }, session, done) => answer(strike('RCPT TO', session, address), done),
    onData(stream, session, done) {
      answer(
        (async () => {
          const raw = await buffer(stream)
          const { mailFrom, rcptTo } = session.envelope
          const to = rcptTo.map(({ address }) => address)
          const from = mailFrom ? mailFrom.address : ''
          const fault = await strike('DATA', session, to.join())
          await store({ raw, from, to })
          if (fault?.kind === 'drop-after-storing') {
            await suffer({ kind: 'drop' }, sockets.get(session.remotePort))
          }
        })(),
        done,
      )
    },
  })
  smtp.server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  const server = smtp.listen(settings.port, HOST)
  await once(server, 'listening')
  smtp.on('error', (error) => log.warn({ err: error }, 'an SMTP connection failed'))

  const port = portOf(server)
  return {
    port,
    url: `${tls?.implicit ? 'smtps' : 'smtp'}://${HOST}:${port}`,
    addFault: faults.add,
    clearFaults: faults.clear,
    close: () => new Promise((resolve) => smtp.close(resolve)),
  }
}

/** Without a login, the server offers neither authentication nor the built-in, expired certificate. */
function authentication({ login, tls }: SmtpServerSettings): SMTPServerOptions {
  const disabledCommands = [...(login ? [] : ['AUTH']), ...(tls ? [] : ['STARTTLS'])]
  return {
    disabledCommands,
    authOptional: !login,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(new Error('Invalid login'))
    },
  }
}

function answer(work: Promise<unknown>, done: (error?: Error | null) => void) {
  work.then(() => done(), done)
}

async function suffer(fault: SmtpFault, socket: Socket | undefined): Promise<void> {
  switch (fault.kind) {
    case 'refuse':
      throw Object.assign(new Error(fault.text ?? 'Refused by a fault'), {
        responseCode: fault.code,
      })
    case 'delay':
      return wait(fault.ms, undefined, { ref: false })
    case 'drop':
      if (fault.reset) socket?.resetAndDestroy()
      else socket?.destroy()
      return new Promise(() => {})
    case 'silence':
      return new Promise(() => {})
    case 'drop-after-storing':
      return
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}
