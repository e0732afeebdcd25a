import { setImmediate } from 'node:timers'

/**
 * Makes a function that takes items, and hands all of one turn of the event loop over together when
 * the turn ends. A busy turn answers dozens of requests. What each leaves to be done costs much less
 * in a row, where the processor finds the code in its caches, than in the middle of the next request.
 */
export function atEndOfTurn<Item>(handle: (items: readonly Item[]) => void): (item: Item) => void {
  let items: Item[] = []
  const handOver = () => {
    const ofTurn = items
    items = []
    handle(ofTurn)
  }
  return (item) => {
    if (items.push(item) === 1) setImmediate(handOver)
  }
}
