import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'

/** Opens a connection to a server of this machine. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // A server may hang up at any time, and here it often does.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends bytes as they are, and reads until the server hangs up. */
export async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await open(port)
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes, 'latin1')
  await closed
  return answer
}

/** Where a server listens. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  return address.port
}

/** A request of one connection, as a client would write it but for the path, which goes as it is. */
export function rawGet(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
}

/** Of one answer. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

/** Of the answers on one connection. */
export function statusesOf(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
