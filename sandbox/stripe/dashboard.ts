import type { FastifyInstance } from 'fastify'
import { ZodError, z } from 'zod'
import { formatCents } from '#contract/money.ts'
import { type Html, html, nothing } from '#domain/notifications/templates/html.ts'
import { acceptForms, page, sendPage, serveAssets } from '../mailbox/page.ts'
import { StripeRefusal } from './api/errors.ts'
import type { SandboxControl, SandboxRecord } from './control.ts'
import type { Charge, Refund } from './records/shapes.ts'

export const DASHBOARD = '/sandbox/payments'

/** How many payments are shown, newest first. */
const MOST = 50

const refundForm = z.object({ dollars: z.coerce.number().positive().optional() })
const idParams = z.object({ id: z.string() })

/** The actions of a person in Stripe's dashboard, and of banks. */
const ACTIONS = {
  dispute: (control: SandboxControl, id: string) => control.dispute(id),
  lose: (control: SandboxControl, id: string) => control.closeDispute(id, 'lost'),
  win: (control: SandboxControl, id: string) => control.closeDispute(id, 'won'),
  fail: (control: SandboxControl, id: string) => control.settleRefund(id, 'failed'),
  succeed: (control: SandboxControl, id: string) => control.settleRefund(id, 'succeeded'),
}

/**
 * `/sandbox/payments`: the stand-in for Stripe's dashboard. As with Stripe, refunds and disputes made here
 * reach the site only by webhooks.
 */
export async function stripeDashboard(
  app: FastifyInstance,
  { control }: { control: SandboxControl },
): Promise<void> {
  const hidden = { schema: { hide: true } }
  serveAssets(app, import.meta.url, ['payments.css'])
  acceptForms(app, 1024, (body) =>
    Object.fromEntries([...new URLSearchParams(body)].filter(([, value]) => value !== '')),
  )
  app.setErrorHandler((error, _request, reply) => {
    const isRefusal = error instanceof StripeRefusal
    if (!isRefusal && !(error instanceof ZodError)) throw error
    const message = isRefusal ? (error.body.message ?? '') : 'Enter an amount in dollars.'
    const body = html`<p role="alert">${message}</p><p><a href="${DASHBOARD}">Back</a></p>`
    reply.code(isRefusal ? error.status : 400)
    return sendPage(reply, page({ title: 'Sandbox payments', body }))
  })

  // Pages of other sites must not refund anything, even if it is play money.
  app.addHook('onRequest', async (request, reply) => {
    const from = request.headers['sec-fetch-site'] ?? 'same-origin'
    if (request.method === 'POST' && from !== 'same-origin') return reply.code(403).send()
  })

  app.get(DASHBOARD, hidden, async (_request, reply) =>
    sendPage(reply.header('cache-control', 'no-store'), dashboardPage(control.record())),
  )

  app.post(`${DASHBOARD}/:id/refund`, hidden, async (request, reply) => {
    const { dollars } = refundForm.parse(request.body)
    control.refund(idParams.parse(request.params).id, dollars && Math.round(dollars * 100))
    return reply.redirect(DASHBOARD, 303)
  })
  for (const [name, act] of Object.entries(ACTIONS)) {
    app.post(`${DASHBOARD}/:id/${name}`, hidden, async (request, reply) => {
      act(control, idParams.parse(request.params).id)
      return reply.redirect(DASHBOARD, 303)
    })
  }
}

function dashboardPage(record: SandboxRecord): Html {
  const paid = record.charges.filter(({ paid: isPaid }) => isPaid).reverse()
  return page({
    title: 'Sandbox payments',
    script: '/sandbox/mailbox.js',
    style: '/sandbox/payments.css',
    body: html`<header>
<p class="badge">Sandbox</p>
<h1>Payments</h1>
<p>This stands in for Stripe’s dashboard: refunds made here, disputes, and what banks decide reach the clinic as from Stripe. No money moves.</p>
<nav aria-label="Payments"><a class="button" href="${DASHBOARD}">Refresh</a> <a href="/dashboard/payments">Go to the reconciliation page</a></nav>
</header>
${
  paid.length === 0
    ? html`<p class="empty">Nothing has been paid yet. Book an appointment and pay with a test card.</p>`
    : html`<ol class="messages">${paid.slice(0, MOST).map((charge) => chargeItem(charge, record))}</ol>`
}`,
  })
}

function chargeItem(charge: Charge, { refunds, disputes }: SandboxRecord): Html {
  const id = charge.payment_intent
  const left = charge.amount - charge.amount_refunded
  const dispute = disputes.find((one) => one.payment_intent === id)
  const isRefundable = left > 0 && (!dispute || dispute.status === 'won')
  return html`<li><h2>${formatCents(charge.amount)}</h2>
<p class="to">${id}${dispute ? `, dispute ${dispute.status === 'needs_response' ? 'open' : dispute.status}` : ''}</p>
<time datetime="${new Date(charge.created * 1000).toISOString()}"></time>
${refunds.filter((one) => one.payment_intent === id).map(refundRow)}
${
  isRefundable
    ? html`<form method="post" action="${DASHBOARD}/${id}/refund"><p><label>Dollars, at most ${formatCents(left)} <input name="dollars" inputmode="decimal" size="8"></label> <button>Refund</button></p></form>`
    : nothing
}
${!dispute && left > 0 ? button(id, 'dispute', 'Dispute') : nothing}
${dispute?.status === 'needs_response' ? [button(id, 'lose', 'Lose the dispute'), button(id, 'win', 'Win the dispute')] : nothing}</li>`
}

function refundRow(refund: Refund): Html {
  const { id, amount, status } = refund
  return html`<p>Refund of ${formatCents(amount)}: ${status}</p>
${status === 'pending' ? button(id, 'succeed', 'Let the refund succeed') : nothing}
${status === 'failed' ? nothing : button(id, 'fail', 'Let the refund fail')}`
}

function button(id: string, action: keyof typeof ACTIONS, label: string): Html {
  return html`<form method="post" action="${DASHBOARD}/${id}/${action}"><button class="quiet">${label}</button></form>`
}
