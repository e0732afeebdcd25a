import type * as z from 'zod/mini'

/** The role that a call needs. The server checks it before it looks at the payload. */
type Access =
  | 'everyone'
  | 'user'
  /** Doctors, for their own day. */
  | 'doctor'
  /** Staff, admins and doctors; the handler limits doctors to patients of their own day. */
  | 'care'
  | 'staff'
  | 'admin'

/** A limit on calls of one name in any minute, besides the limit on all requests. */
interface CallLimit {
  /** Calls with the same name share one count. */
  name: string
  perMinute: number
  /** For staff; `perMinute` when absent. */
  perMinuteForStaff?: number
  per: 'user' | 'address'
}

type Schema = z.ZodMiniType

/** A call of the API. The server's route, the browser's request and the documentation are made of it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With names for its parameters: `/treatments/:id`. */
  path: `/${string}`
  access: Access
  /** Only shortly after a login, because it grants or withdraws rights. */
  needsRecentLogin?: true
  limit?: CallLimit
  /** The most bytes of the payload, if the limit of all calls is too low. */
  bodyLimit?: number
  /** A line of the documentation. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** By status: success, and refusals with more fields than `errorResponse`. */
  answers: { 200?: Schema; 201?: Schema; 202?: Schema; 409?: Schema }
}

type Details = Omit<Call, 'method' | 'path' | 'access'>

/**
 * Declares a call: `export const getClinic = call('GET', '/clinic', 'everyone', { … })`. The bundler drops
 * the calls that a page does not make.
 */
/* @__NO_SIDE_EFFECTS__ */
export function call<
  const Method extends Call['method'],
  const Path extends Call['path'],
  const Who extends Access,
  const Rest extends Details & Record<Exclude<keyof Rest, keyof Details>, never>,
>(method: Method, path: Path, access: Who, details: Rest) {
  return { method, path, access, ...details }
}

/** A call whose answer has that body. */
export type CallFor<Body> = Call & { answers: { 200: z.ZodMiniType<Body> } }

type InputOf<Declared, Part extends 'params' | 'query' | 'body'> = Declared extends {
  [Key in Part]: infer Declaration extends Schema
}
  ? { [Key in Part]: z.input<Declaration> }
  : unknown

/** The input that the browser sends with a call. */
export type CallInput<Declared extends Call> = InputOf<Declared, 'params'> &
  InputOf<Declared, 'query'> &
  InputOf<Declared, 'body'>

/** The answer to a call that succeeds. */
export type CallAnswer<Declared extends Call> = {
  [Status in keyof Declared['answers']]: Status extends 200 | 201 | 202
    ? Declared['answers'][Status] extends Schema
      ? z.output<Declared['answers'][Status]>
      : never
    : never
}[keyof Declared['answers']]

/** The input of any call, each part as `CallInput` has checked it. */
export interface CallParts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: object
}

/** The address of a call: its path with the parameters filled in, and its query. */
export function addressOf(
  { path }: Pick<Call, 'path'>,
  { params = {}, query = {} }: CallParts,
): string {
  const named = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  return given.length > 0 ? `${named}?${new URLSearchParams(given)}` : named
}
