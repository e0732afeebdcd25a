/** Nobody is signed in at the provider (any more), whatever our own session says (spec section 8). */
export class NoUserError extends Error {
  override readonly name = 'NoUserError'

  constructor(options?: ErrorOptions) {
    super('No user is logged in', options)
  }
}
