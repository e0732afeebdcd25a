/** The provider's session has ended, although ours may still be valid. */
export class NoUserError extends Error {
  override readonly name = 'NoUserError'

  constructor(options?: ErrorOptions) {
    super('No user is logged in', options)
  }
}
