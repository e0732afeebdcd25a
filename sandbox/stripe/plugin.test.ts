import { createRequire } from 'node:module'
import Fastify from 'fastify'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { createInstance } from './browser/instance.ts'
import { bundleBrowserScript, stripeSandboxBrowser } from './plugin.ts'
import { cardParams } from './testing/browser.ts'
import { openIntent, secretKey, startSandbox } from './testing/harness.ts'

type Page = Window & {
  Stripe: { version: string; (key: string): ReturnType<typeof createInstance> }
}
const { JSDOM }: { JSDOM: new (html: string, options: object) => { window: Page } } = createRequire(
  import.meta.url,
)('jsdom')

let script: string
beforeAll(async () => {
  script = await bundleBrowserScript()
}, 30_000)

/** @param sandboxUrl use this URL instead of a running sandbox */
async function startSite(sandboxUrl?: string) {
  const { sandbox, stripe } = await startSandbox()
  const site = Fastify()
  onTestFinished(() => site.close())
  site.register(stripeSandboxBrowser, {
    prefix: '/sandbox/stripe',
    sandboxUrl: sandboxUrl ?? sandbox.url,
    script,
  })
  await site.ready()
  const form = (url: string, params: Record<string, string>, key = sandbox.publishableKey) =>
    site.inject({
      method: 'POST',
      url: `/sandbox/stripe${url}`,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: new URLSearchParams(params).toString(),
    })
  return { sandbox, stripe, site, form }
}

const card = cardParams('4242424242424242')

describe('the sandbox on the origin of the site', () => {
  it('serves a classic script that sets window.Stripe and uses no eval', async () => {
    const { site } = await startSite()
    const answer = await site.inject('/sandbox/stripe/stripe.js')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.body).not.toMatch(/\beval\(|new Function|\bimport\b.*from/)
    const cached = await site.inject({
      url: '/sandbox/stripe/stripe.js',
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect(cached.statusCode).toBe(304)

    const { window } = new JSDOM('', {
      url: 'http://clinic.test/dashboard/appointment/1',
      runScripts: 'dangerously',
    })
    const element = window.document.createElement('script')
    Object.defineProperty(element, 'src', {
      value: 'http://clinic.test/sandbox/stripe/stripe.js',
    })
    element.textContent = answer.body
    window.document.head.append(element)
    expect(window.Stripe.version).toBe('endive')
    const instance = window.Stripe('pk_test_page')
    instance.elements().create('card').mount(window.document.body)
    expect(window.document.querySelector('label')?.textContent).toBe('Card number')
  })

  it('forwards neither the calls of a server nor the control API', async () => {
    const { stripe, site, form } = await startSite()
    const intent = await openIntent(stripe)
    for (const url of [
      '/v1/payment_intents',
      '/v1/refunds',
      `/v1/payment_intents/${intent.id}`,
      `/v1/payment_intents/${intent.id}/cancel`,
      '/_sandbox/record',
      '/v1/../_sandbox/record',
    ]) {
      expect((await form(url, {}, secretKey)).statusCode).toBe(404)
    }
    for (const url of ['/v1/events', '/_sandbox/record', '/v1/charges/ch_1']) {
      const answer = await site.inject({
        url: `/sandbox/stripe${url}`,
        headers: { authorization: `Bearer ${secretKey}` },
      })
      expect(answer.statusCode).toBe(404)
    }
    for (const id of ['..%2F..%2F_sandbox%2Frecord', '..%2f..%2fv1%2fevents']) {
      const answer = await site.inject({
        url: `/sandbox/stripe/v1/payment_intents/${id}?client_secret=x`,
        headers: { authorization: 'Bearer pk_test_any' },
      })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toContain('payment_intents":')
    }
  })

  it('does not forward requests with a secret key or without a key', async () => {
    const { form } = await startSite()
    expect((await form('/v1/payment_methods', card, secretKey)).statusCode).toBe(401)
    expect((await form('/v1/payment_methods', card, '')).statusCode).toBe(401)
    expect((await form('/v1/payment_methods', card, 'pk_test_wrong')).statusCode).toBe(401)
  })

  it('answers in Stripe’s format if the sandbox is down or too slow', async () => {
    const { form } = await startSite('http://127.0.0.1:9')
    const answer = await form('/v1/payment_methods', card)
    expect(answer.statusCode).toBe(502)
    expect(answer.json().error.type).toBe('api_error')
  })
})
