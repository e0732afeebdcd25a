import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Connects to a server on this machine. */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  // The server may close the connection at any time.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends raw bytes and reads until the server closes the connection. */
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

/**
 * Makes the app listen on this machine.
 * @returns the port
 */
export async function listen(app: FastifyInstance): Promise<number> {
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(url).port)
}

/** A request for a raw path that closes its connection. */
export function rawGet(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
}

/** The status of a response. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

/** The statuses of all responses on a connection. */
export function statusesOf(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}
