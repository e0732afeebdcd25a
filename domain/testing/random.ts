/**
 * A deterministic generator: https://en.wikipedia.org/wiki/Linear_congruential_generator (Numerical Recipes)
 */
export function createRandom(seed: number) {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return {
    below,
    pick: <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)],
    chance: (percent: number) => below(100) < percent,
  }
}
