import type { InjectOptions } from 'fastify'
import { OWN_WORDS } from '#domain/site/testing/own-words.ts'
import { MAIL } from '#domain/testing/settings.ts'
import {
  bookingOf,
  buildTestApp,
  type Session,
  signIn,
  signInAdmin,
  type TestApp,
} from './test-app.ts'

const ANNA = 'anna@example.com'
const BORIS = 'boris@example.com'
const UUID = '01a1fbe9-9e40-75f6-b7b2-c8f826f74ed3'
const MEGABYTE = 'x'.repeat(1024 * 1024)

const LEGAL = { version: 0, effectiveOn: '2027-03-01', text: 'Your rights' }
const HERO = { section: 'hero', words: OWN_WORDS.hero, confirmed: [], version: 0 }
const PAUSE = { state: 'paused', reason: 'The phones are down', version: 0 }
const MESSAGE = { key: UUID, name: 'Anna', email: ANNA, phone: '', query: 'A question' }

/** Created for each test: Anna or an admin makes the calls, Boris has an appointment. */
export interface Scene {
  api: TestApp
  anna: Session
  admin: Session
  idToken: string
  foreignId: string
}

export interface Call {
  /** Its name in the documentation. */
  name: string
  /** A valid request. */
  request(scene: Scene): Omit<InjectOptions, 'payload'> & { payload?: Record<string, unknown> }
  /** Optional fields of the body. */
  optional?: readonly string[]
  /** The kind of token it requires, if any. */
  token?: 'session' | 'admin' | 'identity'
  /** A field that takes a text of many kilobytes, so that the body may be larger than usual. */
  longText?: string
  /** Changes that make the request invalid. */
  wrong?: Record<string, (scene: Scene) => InjectOptions>
}

/** Every call with input, and its invalid inputs. */
export const CALLS: Call[] = [
  {
    name: 'POST /appointments',
    token: 'session',
    optional: ['paid', 'patientName'],
    request: ({ anna }) => ({ method: 'POST', url: '/appointments', payload: bookingOf(anna) }),
    wrong: {
      ...booking('a date that does not exist', { date: 'Feb 30, 2027' }),
      ...booking('an ISO date that does not exist', { date: '2027-02-30' }),
      ...booking('a month that does not exist', { date: '2027-13-01' }),
      ...booking('the 29th of February of a common year', { date: 'Feb 29, 2027' }),
      ...booking('a date and more', { date: 'Mar 2, 2027 OR 1=1' }),
      ...booking('a date with a time', { date: '2027-03-02T09:00:00Z' }),
      ...booking('a date written otherwise', { date: '3/2/2027' }),
      ...booking('a date in other digits', { date: '２０２７-０３-０２' }),
      ...booking('a year of six digits', { date: '+012027-03-02' }),
      ...booking('yesterday', { date: 'Feb 28, 2027' }),
      ...booking('last Friday', { date: 'Feb 26, 2027' }),
      ...booking('a Saturday', { date: 'Mar 6, 2027' }),
      ...booking('a Sunday', { date: 'Mar 7, 2027' }),
      ...booking('a day beyond the horizon', { date: 'May 31, 2027' }),
      ...booking('the end of time', { date: 'Dec 31, 9999' }),
      ...booking('a slot before opening', { slot: '08:30 AM - 09:00 AM' }),
      ...booking('a slot after closing', { slot: '05:00 PM - 05:30 PM' }),
      ...booking('a slot between two', { slot: '09:15 AM - 09:45 AM' }),
      ...booking('a slot written otherwise', { slot: '9:00 AM - 9:30 AM' }),
      ...booking('a slot with a space too many', { slot: ' 09:00 AM - 09:30 AM' }),
      ...booking('an unknown treatment', { treatment: 'Surgery' }),
      ...booking('a treatment in another case', { treatment: 'allergy testing' }),
      ...booking('SQL for a treatment', { treatment: "'; DROP TABLE appointments; --" }),
      ...booking('a paid appointment', { paid: true }),
      ...booking('a lower price', { price: 0.01 }),
      ...booking('no price at all', { price: 0 }),
      ...booking('a negative price', { price: -110 }),
      ...booking('a price as text', { price: '110' }),
      ...booking('a price beyond all numbers', { price: 1e308 }),
      ...booking('another person’s email', { email: BORIS }),
      ...booking('an email that is none', { email: 'anna' }),
      ...booking('two emails', { email: [ANNA, BORIS] }),
      ...booking('an empty phone', { phone: '   ' }),
      ...booking('a phone without digits', { phone: 'call me' }),
      ...booking('a phone without digits', { phone: '+ (---) ---' }),
      ...booking('an empty address', { address: '' }),
      ...booking('a long address', { address: 'x'.repeat(301) }),
      ...booking('a long name', { patientName: 'x'.repeat(101) }),
      ...booking('an id', { _id: UUID }),
      ...booking('a transaction', { transactionId: 'pi_1' }),
      ...booking('a role', { role: 'admin' }),
      ...booking('a status', { status: 'cancelled' }),
      ...booking('a user’s uid', { patientUid: 'uid' }),
    },
  },
  {
    name: 'GET /appointments',
    token: 'session',
    request: () => ({ url: `/appointments?patient=${ANNA}` }),
    wrong: {
      'no one’s': () => ({ url: '/appointments', query: {} }),
      'another person’s': () => ({ url: '/appointments', query: { patient: BORIS } }),
      'everybody’s': () => ({ url: '/appointments', query: { patient: '%' } }),
      'an empty email': () => ({ url: '/appointments', query: { patient: '' } }),
      'two people’s': () => ({ url: `/appointments?patient=${ANNA}&patient=${BORIS}` }),
      'a list’s': () => ({ url: `/appointments?patient[]=${ANNA}` }),
      'an object’s': () => ({ url: `/appointments?patient[ne]=x` }),
      'an unknown parameter': () => ({ url: `/appointments?patient=${ANNA}&all=true` }),
      'a megabyte': () => ({ url: `/appointments?patient=${MEGABYTE}@example.com` }),
      'an email that looks alike': () => ({
        url: `/appointments?patient=${encodeURIComponent('аnna@example.com')}`,
      }),
    },
  },
  {
    name: 'GET /appointment/{id}',
    token: 'session',
    request: ({ foreignId }) => ({ url: `/appointment/${foreignId}` }),
    wrong: {
      'another’s': ({ foreignId }) => ({ url: `/appointment/${foreignId}` }),
      'another’s in capitals': ({ foreignId }) => ({
        url: `/appointment/${foreignId.toUpperCase()}`,
      }),
      unknown: () => ({ url: `/appointment/${UUID}` }),
      'no id': () => ({ url: '/appointment/1' }),
      SQL: () => ({ url: `/appointment/${encodeURIComponent(`${UUID}' OR '1'='1`)}` }),
      'a zero byte': () => ({ url: '/appointment/%00' }),
      'a path': () => ({ url: '/appointment/..%2f..%2fetc%2fpasswd' }),
      'what cannot be decoded': () => ({ url: '/appointment/%E0%A4%A' }),
      'a long id': () => ({ url: `/appointment/${'1'.repeat(700)}` }),
      'a megabyte': () => ({ url: `/appointment/${MEGABYTE}` }),
    },
  },
  {
    name: 'GET /available',
    request: () => ({ url: '/available?date=2027-03-02' }),
    wrong: Object.fromEntries(
      [
        '',
        'date=',
        'date=tomorrow',
        'date=Feb%2030,%202027',
        'date=2027-02-30',
        'date=2027-3-2',
        'date=2027-03-02T00:00',
        'date=Mar%202,%202027&date=Mar%203,%202027',
        'date[]=2027-03-02',
        'date=2027-03-02&days=7',
        'day=2027-03-02',
        '__proto__=x&date=x',
        `date=${'9'.repeat(1024 * 1024)}`,
        'date=%00',
      ].map((query) => [`?${query.slice(0, 40)}`, () => ({ url: `/available?${query}` })]),
    ),
  },
  {
    name: 'PUT /users/{email}',
    token: 'identity',
    request: () => ({ method: 'PUT', url: `/users/${ANNA}`, payload: { email: ANNA } }),
    wrong: {
      'another person’s path': () => ({ url: `/users/${BORIS}` }),
      'another person’s body': () => ({ payload: { email: BORIS } }),
      'another person altogether': () => ({ url: `/users/${BORIS}`, payload: { email: BORIS } }),
      'a path that is no email': () => ({ url: '/users/anna' }),
      'a long email': () => ({ url: `/users/${'a'.repeat(250)}@example.com` }),
      'a path too long': () => ({ url: `/users/${'a'.repeat(2_000)}@example.com` }),
      'a role': () => ({ payload: { email: ANNA, role: 'admin' } }),
      'a uid': () => ({ payload: { email: ANNA, uid: 'admin-1' } }),
    },
  },
  {
    name: 'GET /admin/{email}',
    token: 'session',
    request: () => ({ url: `/admin/${ANNA}` }),
    wrong: {
      'another person': () => ({ url: `/admin/${BORIS}` }),
      'no email': () => ({ url: '/admin/anna' }),
      'a zero byte': () => ({ url: '/admin/anna%00@example.com' }),
      'a path too long': () => ({ url: `/admin/${'a'.repeat(2_000)}@example.com` }),
    },
  },
  {
    name: 'POST /legal/{page}',
    token: 'admin',
    longText: 'text',
    request: () => ({ method: 'POST', url: '/legal/notice', payload: LEGAL }),
    wrong: {
      'an unknown page': () => ({ url: '/legal/imprint' }),
      'a page in capitals': () => ({ url: '/legal/NOTICE' }),
      'a page with a path': () => ({ url: '/legal/..%2fnotice' }),
      ...legalPage('no words', { text: ' \u200B\n' }),
      ...legalPage('a script for a link', { text: '[press](javascript:alert(1))' }),
      ...legalPage('too many links', { text: '[a](/b) '.repeat(10_000) }),
      ...legalPage('a control character', { text: 'a\u0000b' }),
      ...legalPage('a day that does not exist', { effectiveOn: '2027-02-30' }),
      ...legalPage('a day with a time', { effectiveOn: '2027-03-01T00:00' }),
      ...legalPage('a day far ahead', { effectiveOn: '2199-01-01' }),
      ...legalPage('an unknown version', { version: 7 }),
      ...legalPage('a version that there is not', { version: -1 }),
      ...legalPage('blocks', { body: [{ kind: 'html' }] }),
    },
  },
  {
    name: 'PUT /legal/{page}/{language}',
    token: 'admin',
    longText: 'text',
    request: () => ({
      method: 'PUT',
      url: '/legal/terms/es',
      payload: { version: 1, revision: 0, text: 'Sus derechos' },
    }),
    wrong: {
      'an unknown page': () => ({ url: '/legal/imprint/es' }),
      English: () => ({ url: '/legal/terms/en' }),
      'an unknown language': () => ({ url: '/legal/terms/xx' }),
      'a page that is not published': () => ({ url: '/legal/privacy/es' }),
      ...translation('a version that is not published', { version: 2 }),
      ...translation('version 0', { version: 0 }),
      ...translation('a negative revision', { revision: -1 }),
      ...translation('no words', { text: ' \u200B\n' }),
      ...translation('a script for a link', { text: '[press](javascript:alert(1))' }),
      ...translation('a title', { title: 'Aviso' }),
    },
  },
  {
    name: 'PUT /site/{section}',
    token: 'admin',
    request: () => ({ method: 'PUT', url: '/site/hero', payload: HERO }),
    wrong: {
      'an unknown section': () => ({ url: '/site/news' }),
      'another section': () => ({ url: '/site/care' }),
      ...words('no title', { ...OWN_WORDS.hero, title: ' ' }),
      ...words('a long title', { ...OWN_WORDS.hero, title: 'x'.repeat(81) }),
      ...words('a control character', { ...OWN_WORDS.hero, title: 'a\u0000b' }),
      ...words('words of another section', OWN_WORDS.care),
      ...words('words that the section does not have', { ...OWN_WORDS.hero, html: '<b>' }),
    },
  },
  {
    name: 'POST /opening',
    token: 'admin',
    request: () => ({ method: 'POST', url: '/opening', payload: PAUSE }),
    wrong: {
      ...opening('no reason', { reason: ' ' }),
      ...opening('a long reason', { reason: 'x'.repeat(201) }),
      ...opening('a reason of two lines', { reason: 'a\nb' }),
      ...opening('a day of a pause', { from: '2027-03-04' }),
      ...opening('an unknown state', { state: 'closed' }),
      ...opening('the first state', { state: 'preparing' }),
      ...opening('an unknown version', { version: 7 }),
    },
  },
  {
    name: 'POST /contact-messages',
    request: () => ({ method: 'POST', url: '/contact-messages', payload: MESSAGE }),
    wrong: {
      ...message('no name', { name: ' ' }),
      ...message('an email that is none', { email: 'anna' }),
      ...message('two emails', { email: [ANNA, BORIS] }),
      ...message('a header in the name', { name: 'Anna\r\nBcc: boris@example.com' }),
      ...message('a phone without digits', { phone: 'call me' }),
      ...message('a long text', { query: 'x'.repeat(2_001) }),
      ...message('only invisible characters', { query: '\u200B\u202E' }),
      ...message('no key', { key: '' }),
      ...message('an id', { _id: UUID }),
    },
  },
]

/** A message of the contact page with these fields changed. */
function message(what: string, changes: Record<string, unknown>) {
  return { [what]: () => ({ payload: { ...MESSAGE, ...changes } }) }
}

/** A legal page with these fields changed. */
function legalPage(what: string, changes: Record<string, unknown>) {
  return { [what]: () => ({ payload: { ...LEGAL, ...changes } }) }
}

/** The Spanish text of a legal page with these fields changed. */
function translation(what: string, changes: Record<string, unknown>) {
  return {
    [what]: () => ({ payload: { version: 1, revision: 0, text: 'Sus derechos', ...changes } }),
  }
}

/** A section of the website with other words. */
function words(what: string, changed: Record<string, unknown>) {
  return { [what]: () => ({ payload: { ...HERO, words: changed } }) }
}

/** A pause with these fields changed. */
function opening(what: string, changes: Record<string, unknown>) {
  return { [what]: () => ({ payload: { ...PAUSE, ...changes } }) }
}

/** A booking with these fields changed. */
function booking(what: string, changes: Record<string, unknown>) {
  return { [what]: ({ anna }: Scene) => ({ payload: bookingOf(anna, changes) }) }
}

/** Values of the wrong type. */
export const WRONG_TYPES: Record<string, unknown> = {
  null: null,
  'a number': 4711.5,
  true: true,
  'a list': ['x'],
  'an object': { toString: 'x' },
  'a long text': 'x'.repeat(50_000),
}

/** Bodies that every call refuses. */
export const BODIES: Record<string, InjectOptions> = {
  'no body': { payload: undefined },
  'an empty body': json(''),
  'half a body': json('{"email":"anna@example.com"'),
  'a list': json('[]'),
  'a text': json('"x"'),
  'a number': json('1'),
  null: json('null'),
  'deep nesting': json(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  'a megabyte': json(JSON.stringify({ email: MEGABYTE })),
  'more than 64 KB': json(JSON.stringify({ email: 'x'.repeat(64 * 1024) })),
  'plain text': { payload: 'x', headers: { 'content-type': 'text/plain' } },
  'a form': {
    payload: 'email=anna%40example.com',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  XML: { payload: '<x/>', headers: { 'content-type': 'application/xml' } },
  'a content type with a tab': {
    payload: '{}',
    headers: { 'content-type': 'application/json\ta' },
  },
}

/** A text body with the content type of JSON. */
export function json(payload: string): InjectOptions {
  return { payload, headers: { 'content-type': 'application/json' } }
}

/** A clinic with a mail server, a patient and an appointment of another patient. */
export async function setScene(): Promise<Scene> {
  const api = await buildTestApp({ env: MAIL })
  const anna = await signIn(api, ANNA)
  const admin = await signInAdmin(api)
  // A page with a version, which can be translated.
  await admin.post('/legal/terms', LEGAL)
  const boris = await signIn(api, BORIS)
  const payload = bookingOf(boris, { slot: '03:00 PM - 03:30 PM' })
  const response = await boris.post('/appointments', payload)
  const foreignId: string = response.json().booking._id
  return { api, anna, admin, idToken: api.identity.tokenFor({ email: ANNA }), foreignId }
}
