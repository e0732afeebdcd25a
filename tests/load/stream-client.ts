import { Agent, type ClientRequest, request as send } from 'node:http'
import type { LoadRequest } from './requests.ts'

const agent = new Agent({ keepAlive: true })

/**
 * Opens a stream of server-sent events. Resolves with its request when the response begins.
 * @param onData called with the data of each event
 */
export function openStream(
  url: string,
  { path, headers }: LoadRequest,
  onData: (data: string) => void,
): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const request = send(url + path, { headers, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`))
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1]
          if (data) onData(data)
        }
      })
      response.once('error', () => undefined)
      resolve(request)
    })
    request.once('error', reject)
    request.end()
  })
}

/** Books; resolves with the appointment's id, or undefined if it was refused. */
export function bookTime(
  url: string,
  { method, path, headers, body }: LoadRequest,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'content-type': 'application/json' }
    const request = send(url + path, { method, agent, headers: all }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => resolve(JSON.parse(text).booking?._id))
    })
    request.once('error', reject)
    request.end(body)
  })
}
