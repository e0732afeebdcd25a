import fc, { type GeneratorValue } from 'fast-check'
import type { InjectOptions } from 'fastify'
import Stripe from 'stripe'
import { WEBHOOK_SECRET } from '#domain/testing/fake-stripe.ts'
import { FIRST_SLOT, TUESDAY, WEDNESDAY } from '#domain/testing/settings.ts'
import { listTreatmentIds } from '#drizzle/queries/schedule/treatments.ts'
import { blockOf } from '#server/testing/blocks.ts'
import { PRICE } from '#server/testing/paying.ts'
import { seriesOf, WEEKLY_DAYS } from '#server/testing/series.ts'
import { CLINIC_SETTINGS } from '#server/testing/test-app.ts'
import type { WatchedRoute } from '#server/testing/watched-app.ts'
import { ROLES, type Role, type Scene } from '../support/scene.ts'
import { hostileText, hostileValue, inputOf, type JsonSchema, valuesOf } from './from-schema.ts'

const { webhooks } = new Stripe('sk_test_of_the_tests')

/** How much a request deviates from a valid one. */
type Temper = 'valid' | 'near' | 'hostile'

const TEMPERS: Temper[] = ['valid', 'near', 'near', 'hostile']

/** Methods to try besides the route's own. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const

const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json\ta',
  'application/json;',
  'x'.repeat(300),
]

/** Bodies that are not a JSON object. */
const BROKEN_BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '1',
  '{"a":1}{"b":2}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"email":"a@example.com","email":"b@example.com"}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  '\uFEFF{}',
  '{"a":1e999}',
  '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nx\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="image"; filename="../../a"\r\n\r\n',
  '--x',
  'x'.repeat(70_000),
]

const EVENT_TYPES = ['payment_intent.succeeded', 'charge.refunded', 'x']
const PATH_ENDS = ['', '', '/', '//', '/..', '%', '%00', '/%2e%2e/', ';a=b']
const CALLERS = [...ROLES, 'patient', 'patient', 'patient', 'admin'] as const

// Created once, because fc.gen() identifies generators by their function.
const aHostileValue = () => hostileValue
const aHostileText = () => hostileText
const someHostileHeaders = () => hostileHeaders
const generators = new WeakMap<JsonSchema, () => fc.Arbitrary<unknown>>()

function valuesFor(schema: JsonSchema): () => fc.Arbitrary<unknown> {
  const known = generators.get(schema)
  if (known) return known
  const values = valuesOf(schema)
  const generator = () => values
  generators.set(schema, generator)
  return generator
}

export function pick<Item>(g: GeneratorValue, items: readonly Item[]): Item {
  const item = items[g(fc.nat, items.length - 1)]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

const ANYTHING: JsonSchema = {}
const UNKNOWN_ID = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'

export interface FuzzRequest {
  role: Role
  options: InjectOptions
}

/** A random request, valid or not, to one of the routes, by one of the users. */
export function generateRequest(g: GeneratorValue, route: WatchedRoute, scene: Scene): FuzzRequest {
  const role: Role = pick(g, CALLERS)
  const temper = pick(g, TEMPERS)
  const { params, querystring, body } = route.schema ?? {}
  const own = route.method as (typeof METHODS)[number]
  const isOther = temper === 'hostile' && g(fc.nat, 9) === 0
  const method = isOther ? pick(g, METHODS) : own
  const path = fillPath(g, route.url, inputOf(params), { temper, scene, role })
  const query = fillObject(g, inputOf(querystring), { temper, scene, role })
  const payload = own === 'GET' ? undefined : bodyOf(g, inputOf(body), { temper, scene, role })
  const headers: Record<string, string> = {
    ...scene.headers[role],
    ...(payload !== undefined && { 'content-type': 'application/json' }),
  }
  // Opening a session needs a token of the identity provider.
  if (route.url === '/users/:email' && g(fc.boolean)) {
    headers.authorization = `Bearer ${scene.idToken}`
  }
  if (payload !== undefined && route.url.startsWith('/webhooks') && g(fc.boolean)) {
    headers['stripe-signature'] = webhooks.generateTestHeaderString({
      payload,
      secret: WEBHOOK_SECRET,
    })
  }
  if (temper === 'hostile') Object.assign(headers, g(someHostileHeaders))
  return { role, options: { method, url: path + writeQuery(query), headers, payload } }
}

const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'content-type': fc.constantFrom(...CONTENT_TYPES),
    authorization: fc.constantFrom(
      'Bearer',
      'Bearer x.y.z',
      'Basic YTpi',
      `Bearer ${'a'.repeat(9_000)}`,
    ),
    accept: fc.constantFrom('text/html', '*/*;q=2', ','.repeat(500)),
    'accept-encoding': fc.constantFrom('br', ';q=', '*;q=0', 'gzip,'.repeat(500)),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', '::1', "' OR 1=1 --"),
    'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
    'if-none-match': fc.constantFrom('*', '"', 'W/'.repeat(500)),
    host: fc.constantFrom('evil.example', ''),
    origin: fc.constant('https://evil.example'),
    range: fc.constant('bytes=0-,0-,0-'),
  },
  { requiredKeys: [] },
)

interface Making {
  temper: Temper
  scene: Scene
  role: Role
}

interface Known {
  right: readonly unknown[]
  /** Ids and versions of other users, outdated or unavailable. */
  wrong: readonly unknown[]
}

const TREATMENTS: Known = { right: ['Allergy Testing'], wrong: ['Weight Loss', 'Surgery'] }
const DAYS: Known = {
  right: ['2027-03-04', '2027-03-05', 'Mar 8, 2027', 'Mar 9, 2027', TUESDAY, WEDNESDAY],
  wrong: ['Mar 6, 2027', '2027-02-28', 'Dec 31, 9999'],
}
const SLOTS: Known = {
  right: ['04:30 PM - 05:00 PM', '12:00 PM - 12:30 PM', '11:30 AM - 12:00 PM', FIRST_SLOT],
  wrong: ['03:00 PM - 03:30 PM', '11:00 PM - 11:30 PM'],
}
const WEEK = Array.from({ length: 7 }, () => [{ from: 540, to: 1020 }])
/** The second one belongs to the second patient's card payment. */
const RECEIPTS: Known = { right: ['2027-000001'], wrong: ['2027-000002', '2026-999999999'] }
const COUNT: Known = { right: [0], wrong: [1, -1] }
const LATER_COUNT: Known = { right: [1], wrong: [0, 2] }
/** Replaces `id` in an address. */
const RECEIPT_ID = 'number of a receipt'
const TREATMENT_ID = 'id of a treatment'
const INVITATION_ID = 'id of an invitation'
const CASH_REFUND_ID = 'id of a refund at the desk'
const TICKET_ID = 'id of a ticket'
const IMPORT_ID = 'id of an import'
/** Replaces `child` and `treatment` in the query of blocks. */
const CHILDREN = 'ids of children'
const TREATMENT_IDS = 'ids of treatments'
const REPEATED: Record<string, string> = { child: CHILDREN, treatment: TREATMENT_IDS }
const FIELDS: Record<string, Known> = {
  // Eighteen fields of one call; random values would hardly ever be valid together.
  ...Object.fromEntries(
    Object.entries(CLINIC_SETTINGS).map(([field, value]) => [
      field,
      { right: [value], wrong: [value] },
    ]),
  ),
  date: DAYS,
  slot: SLOTS,
  treatment: TREATMENTS,
  specialty: TREATMENTS,
  refund: { right: [0, PRICE], wrong: [1, -1] },
  price: { right: [PRICE], wrong: [80, 0.01] },
  paid: { right: [false], wrong: [true] },
  phone: { right: ['+1 212 555 0100'], wrong: ['call me'] },
  search: { right: ['anna', '555'], wrong: ['%', "'"] },
  reason: { right: ['Urgent'], wrong: [''] },
  address: { right: ['1 Main Street'], wrong: [' '] },
  name: { right: ['Dr. Who'], wrong: [' '] },
  count: { right: [2, '3'], wrong: [1, 25] },
  every: { right: [1, '2'], wrong: [0, 'x'] },
  validFrom: DAYS,
  effectiveOn: { right: ['2019-01-05', TUESDAY], wrong: ['2027-02-30', 'Dec 31, 9999'] },
  // The second one is a text of the clinic's, with the translation that it comes with.
  text: { right: ['Your rights', 'Appointment'], wrong: ['[press](javascript:alert)', ' '] },
  before: { right: ['Cita'], wrong: ['', 'Otra'] },
  revision: COUNT,
  fromDate: DAYS,
  toDate: { right: ['2027-03-10', 'Apr 1, 2027'], wrong: [TUESDAY] },
  fromMinute: { right: [0, 600], wrong: [1440] },
  toMinute: { right: [1440, 720], wrong: [0] },
  week: { right: [WEEK], wrong: [[], [WEEK]] },
  around: { right: ['2027-04-13'], wrong: ['2027-02-30', TUESDAY] },
  visit: { right: [null], wrong: [UNKNOWN_ID] },
  month: { right: ['2027-03'], wrong: ['2027-13'] },
  method: { right: ['cash', 'terminal'], wrong: ['card'] },
  active: { right: [true], wrong: [false] },
  lengthMinutes: { right: [30, 15], wrong: [0, 1440] },
  startMinutes: { right: [[540, 600], []], wrong: [[1430], [540, 540]] },
  birthDate: { right: ['2021-06-05', 'Jun 5, 2024'], wrong: ['2027-06-05', '2001-01-01'] },
  isOwner: { right: [true], wrong: [false] },
  archived: { right: [false], wrong: [true] },
  minAgeMonths: { right: [null, 0], wrong: [36] },
  maxAgeMonths: { right: [null, 24], wrong: [0] },
}

/** Values for a field of that name, by role; undefined for values from its schema. */
function knownValues(
  { db, anna, boris, emails, cashRefund, imports, planRow }: Scene,
  role: Role,
  name: string,
): Known | undefined {
  const [self, other] = role === 'otherPatient' ? [boris, anna] : [anna, boris]
  if (['email', 'patient'].includes(name)) {
    return { right: [emails[role]], wrong: [...Object.values(emails), 'nobody@example.com'] }
  }
  // Appointments that a change affects, or that are paid together.
  if (name === 'appointments') {
    const item = { appointment: self.appointment, price: PRICE }
    return { right: ['list', [item]], wrong: ['keep', 'cancel', [item, item]] }
  }
  if (name === 'items') {
    const itemsOf = (session: typeof self) => blockOf(session, session.children).items
    return { right: [itemsOf(self).slice(0, 2), itemsOf(self)], wrong: [itemsOf(other), []] }
  }
  if (name === 'times') {
    const { times } = seriesOf(self, { days: WEEKLY_DAYS.slice(3) })
    return { right: [times, times.slice(0, 2)], wrong: [times.slice(0, 1), [times[0], times[0]]] }
  }
  if (name === 'child') return { right: self.children, wrong: [...other.children, UNKNOWN_ID] }
  if (name === CHILDREN) return { right: [self.children.slice(0, 2)], wrong: [other.children] }
  if (name === TREATMENT_IDS) {
    return { right: [listTreatmentIds(db).slice(0, 2)], wrong: [[UNKNOWN_ID, UNKNOWN_ID]] }
  }
  if (name === 'id') return { right: [self.appointment], wrong: [other.appointment, UNKNOWN_ID] }
  if (name === 'appointment') {
    const right = [self.appointment, self.childsVisit]
    return { right, wrong: [other.appointment, UNKNOWN_ID] }
  }
  if (name === TICKET_ID || name === 'ticket') {
    return { right: [self.ticket], wrong: [other.ticket, UNKNOWN_ID] }
  }
  if (name === 'token') return { right: [self.recallToken], wrong: ['a.b'] }
  if (name === 'children') return { right: [self.children], wrong: [other.children, []] }
  if (name === INVITATION_ID) {
    return { right: [self.invitation, other.invitation], wrong: [UNKNOWN_ID] }
  }
  if (name === 'uid') return { right: [self.uid], wrong: [other.uid, UNKNOWN_ID] }
  if (name === 'account') return { right: [self.uid], wrong: [other.uid, UNKNOWN_ID] }
  if (name === 'transactionId') return { right: [self.intent], wrong: [other.intent, 'pi_404'] }
  if (name === IMPORT_ID) return { right: imports.ids, wrong: [UNKNOWN_ID] }
  if (name === 'mapping') {
    return { right: [imports.mapping], wrong: [{ ...imports.mapping, columns: { date: 0 } }, {}] }
  }
  if (name === 'fingerprint') {
    return { right: [imports.fingerprint], wrong: ['0'.repeat(64), 'x'] }
  }
  if (name === 'row') return { right: [planRow], wrong: [UNKNOWN_ID] }
  if (name === 'rows') {
    const [treatment] = listTreatmentIds(db)
    const row = { _id: planRow, ageMonths: 72, fromDays: 0, toDays: 330, treatment }
    return { right: [[row]], wrong: [[row, row], [{ ...row, _id: UNKNOWN_ID }], []] }
  }
  if (name === RECEIPT_ID) return RECEIPTS
  if (name === CASH_REFUND_ID) return { right: [cashRefund], wrong: [UNKNOWN_ID] }
  if (name === TREATMENT_ID) return { right: listTreatmentIds(db), wrong: [UNKNOWN_ID] }
  if (['order', 'seen'].includes(name)) return { right: [listTreatmentIds(db)], wrong: [[]] }
  return FIELDS[name]
}

/** The first version that the call takes, and others. */
const versionsOf = ({ minimum = 0 }: JsonSchema): Known => (minimum > 0 ? LATER_COUNT : COUNT)

function valueFor(g: GeneratorValue, name: string, schema: JsonSchema, making: Making): unknown {
  const { temper, scene, role } = making
  const isCount = name === 'version' && schema.type !== 'string'
  const kind = schema.type === 'array' ? (REPEATED[name] ?? name) : name
  const known = isCount ? versionsOf(schema) : knownValues(scene, role, kind)
  const luck = g(fc.nat, 19)
  if (temper === 'hostile' && luck < 12) return g(aHostileValue)
  if (temper === 'near' && luck < 3) return g(aHostileValue)
  if (known && (luck < 19 || temper === 'valid')) {
    return pick(g, luck < 16 ? known.right : known.wrong)
  }
  return g(valuesFor(schema))
}

function fillObject(
  g: GeneratorValue,
  schema: JsonSchema | undefined,
  making: Making,
): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const [name, each] of Object.entries(schema?.properties ?? {})) {
    // The id of a doctor, which a valid request may omit.
    if (name === 'doctor' && making.temper === 'valid') continue
    const isRequired = schema?.required?.includes(name)
    // Most optional fields accept few values; random ones would hardly ever be valid together.
    const isLeftOut = g(fc.nat, 9) < (making.temper === 'valid' ? (isRequired ? 0 : 8) : 1)
    if (!isLeftOut) filled[name] = valueFor(g, name, each, making)
  }
  if (making.temper !== 'valid' && g(fc.nat, 4) === 0) {
    filled[g(aHostileText)] = g(aHostileValue)
  }
  return filled
}

function bodyOf(g: GeneratorValue, schema: JsonSchema | undefined, making: Making) {
  const { temper, scene } = making
  if (temper === 'hostile' && g(fc.nat, 2) === 0) return pick(g, BROKEN_BODIES)
  if (schema) return JSON.stringify(fillObject(g, schema, making))
  // The webhook and the uploads have no schema for the body.
  const event = {
    id: `evt_${g(fc.nat, 1_000)}`,
    object: 'event',
    type: pick(g, EVENT_TYPES),
    created: 1_800_000_000,
    livemode: temper === 'hostile',
    data: { object: { id: scene.anna.intent, object: 'payment_intent' } },
  }
  return temper === 'valid' ? JSON.stringify(event) : pick(g, BROKEN_BODIES)
}

function fillPath(
  g: GeneratorValue,
  url: string,
  schema: JsonSchema | undefined,
  making: Making,
): string {
  const filled = url.replaceAll(/:(\w+)|\*/g, (_, name: string | undefined) => {
    const kind = name === 'id' ? idOf(url) : name
    const value = valueFor(g, kind ?? '*', schema?.properties?.[name ?? ''] ?? ANYTHING, making)
    return write(value).slice(0, 2_000)
  })
  if (making.temper !== 'hostile') return filled
  return filled + pick(g, PATH_ENDS)
}

/** The kind of `id` in that address. */
function idOf(url: string): string {
  if (url.startsWith('/treatments')) return TREATMENT_ID
  if (url.startsWith('/receipts')) return RECEIPT_ID
  if (url.startsWith('/children')) return 'child'
  if (url.startsWith('/guardian-invitations')) return INVITATION_ID
  if (url.startsWith('/desk-refunds')) return CASH_REFUND_ID
  if (url.startsWith('/imports')) return IMPORT_ID
  if (/^\/(tickets|next-visits|todo\/due)\//.test(url)) return TICKET_ID
  return url.startsWith('/families') ? 'account' : 'id'
}

function writeQuery(query: Record<string, unknown>): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((each) => `${write(name)}=${write(each)}`)
      : [`${write(name)}=${write(value)}`],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

function write(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed())
}
