import { readFileSync } from 'node:fs'
import type {} from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html, nothing } from '#domain/notifications/templates/html.ts'
import { NotReadyError } from '../firebase-auth/emulator/start.ts'

const RETRY_AFTER_SECONDS = 2

/** A page of the sandbox without inline styles and scripts, because of the content security policy. */
export function page({
  title,
  body,
  script,
  style,
}: {
  title: string
  body: Html
  script?: string
  /** Styles of this page, besides the common ones. */
  style?: string
}): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/sandbox/sandbox.css">
${style ? html`<link rel="stylesheet" href="${style}">` : nothing}
${script ? html`<script src="${script}" defer></script>` : nothing}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

/** Responds with a page. */
export function sendPage(reply: FastifyReply, { markup }: Html): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(markup)
}

/** Serves files of a folder `assets` as `/sandbox/<name>`. @param module beside that folder */
export function serveAssets(app: FastifyInstance, module: string, names: readonly string[]): void {
  for (const name of names) {
    const content = readFileSync(new URL(`assets/${name}`, module))
    const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
    app.get(`/sandbox/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(content),
    )
  }
}

/**
 * Parses forms instead of the site's parser.
 * @param bodyLimit in bytes
 */
export function acceptForms(
  app: FastifyInstance,
  bodyLimit: number,
  parse: (body: string) => unknown,
): void {
  const form = 'application/x-www-form-urlencoded'
  if (app.hasContentTypeParser(form)) app.removeContentTypeParser(form)
  app.addContentTypeParser(
    form,
    { parseAs: 'string', bodyLimit },
    async (_: unknown, body: string) => parse(body),
  )
}

/** The error handler of pages that need the identity emulator: asks to reload while it starts. */
export function askToReload(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof NotReadyError)) throw error
  request.log.warn({ err: error }, 'the identity emulator is not ready')
  return reply
    .code(503)
    .header('retry-after', RETRY_AFTER_SECONDS)
    .type('text/plain; charset=utf-8')
    .send(`${error.message} Reload this page in a moment.`)
}
