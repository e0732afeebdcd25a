import type { FastifyInstance } from 'fastify'
import { type Html, html } from '#domain/notifications/templates/html.ts'
import { page, sendPage } from '../mailbox/page.ts'
import { type ChoosableAccount, listChoosableAccounts } from './emulator/emulator-client.ts'
import { DEMO_ACCOUNTS } from './emulator/project.ts'
import { type RunningEmulator, untilReady } from './emulator/start.ts'

const TIMEOUT_MS = 20_000
const SHOWN_ACCOUNTS = 6

/**
 * `GET /sandbox/google`: the stand-in for Google's account chooser. It responds to the window that
 * opened it by `postMessage`; see `assets/google-chooser.js`.
 */
export async function googleChooser(
  app: FastifyInstance,
  { emulator }: { emulator: RunningEmulator },
): Promise<void> {
  app.get('/sandbox/google', { schema: { hide: true } }, async (_request, reply) => {
    await untilReady(emulator, TIMEOUT_MS)
    const accounts = await listChoosableAccounts(
      emulator.origin,
      DEMO_ACCOUNTS.map(({ email }) => email),
      SHOWN_ACCOUNTS,
    )
    return sendPage(reply.header('cache-control', 'no-store'), chooserPage(accounts))
  })
}

function chooserPage(accounts: ChoosableAccount[]): Html {
  return page({
    title: 'Choose an account',
    script: '/sandbox/google-chooser.js',
    style: '/sandbox/google-chooser.css',
    body: html`<header>
<p class="badge">Sandbox</p>
<h1>Choose an account</h1>
<p>Choose an account to continue to Sprout. This is a stand-in for Google’s page; your real Google account isn’t involved.</p>
</header>
<p id="no-opener" class="alert" role="alert" hidden>Open this page from “Continue with Google” on the <a href="/login">login page</a>.</p>
<ul class="accounts">${accounts.map(accountItem)}</ul>
<form id="other">
<h2>Use another account</h2>
<label for="name">Name</label>
<input id="name" name="name" autocomplete="name" required maxlength="100">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
<div class="actions"><button type="button" id="cancel" class="quiet">Cancel</button> <button type="submit">Continue</button></div>
</form>`,
  })
}

function accountItem(account: ChoosableAccount): Html {
  return html`<li><button type="button" class="account" data-account="${JSON.stringify(account)}">
<span class="initial" aria-hidden="true">${account.name.slice(0, 1).toUpperCase()}</span>
<span class="who"><span>${account.name}</span><span class="email">${account.email}</span></span>
</button></li>`
}
