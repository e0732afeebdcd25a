/** The body of 409: someone has changed it since the caller saw it; `current` is what it is now. */
export function stale<Current>(current: Current) {
  const message = 'Someone else has changed this in the meantime. Nothing you typed was lost.'
  return { code: 'stale' as const, message, current }
}
