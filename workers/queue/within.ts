/** Resolves when the promise settles, whatever it settles to, or after `ms` milliseconds. */
export async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  const timer = Promise.withResolvers<void>()
  const timeout = setTimeout(timer.resolve, ms)
  await Promise.race([Promise.allSettled([promise]), timer.promise])
  clearTimeout(timeout)
}
