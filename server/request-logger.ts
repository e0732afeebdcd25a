import type { FastifyBaseLogger } from 'fastify'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
type ChildOptions = Parameters<FastifyBaseLogger['child']>

/**
 * A request's own log, made when the request first writes to it. Most never do, and to look for
 * what is private in its bindings takes as long as a line.
 */
class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #options: ChildOptions
  #made: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, options: ChildOptions) {
    this.#parent = parent
    this.#options = options
  }

  get level() {
    return this.#own().level
  }

  set level(level) {
    this.#own().level = level
  }

  trace(...line: unknown[]) {
    this.#write('trace', line)
  }

  debug(...line: unknown[]) {
    this.#write('debug', line)
  }

  info(...line: unknown[]) {
    this.#write('info', line)
  }

  warn(...line: unknown[]) {
    this.#write('warn', line)
  }

  error(...line: unknown[]) {
    this.#write('error', line)
  }

  fatal(...line: unknown[]) {
    this.#write('fatal', line)
  }

  silent(...line: unknown[]) {
    this.#write('silent', line)
  }

  child(...options: ChildOptions) {
    return this.#own().child(...options)
  }

  #own(): FastifyBaseLogger {
    this.#made ??= this.#parent.child(...this.#options)
    return this.#made
  }

  #write(level: Level, line: unknown[]): void {
    const own = this.#own()
    Reflect.apply(own[level], own, line)
  }
}

/** Makes the log of each request, for Fastify. */
export function makeRequestLogger(
  parent: FastifyBaseLogger,
  ...options: ChildOptions
): FastifyBaseLogger {
  return new RequestLogger(parent, options)
}
