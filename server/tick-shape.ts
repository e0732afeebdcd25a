import { executionAsyncResource } from 'node:async_hooks'

/**
 * Holds one of the objects in which `process.nextTick` remembers what to call, while the process
 * runs. To be imported first, before memory is tidied for the first time.
 *
 * Every request takes seven of them. V8 makes one quickly as long as it knows their shape, and it
 * forgets a shape of which no object is left when it tidies memory, as between two requests. It
 * learns the shape anew, but the code of `nextTick` knows by then that shapes change and takes the
 * slow way for good: five times as long for each, a tenth of a whole request.
 */
export const ticks: object[] = []

process.nextTick(() => ticks.push(executionAsyncResource()))
