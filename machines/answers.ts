/** Parameters of a guard or an action, out of what an invoked actor answers or fails with. */
export const failure = ({ event }: { event: { error: unknown } }) => ({ error: event.error })

/** What follows when an invoked actor fails: `target`, which shows the message of the failure. */
export function failTo<Target extends string>(target: Target) {
  return { target, actions: { type: 'rememberMessage', params: failure } } as const
}
