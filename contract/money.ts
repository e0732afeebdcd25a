/** Cents as dollars on the wire: 7550 → 75.5. */
export function toDollars(cents: number): number {
  return cents / 100
}

/** Dollars from the wire as whole cents: 75.5 → 7550. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100)
}

/** A price as people read it, with the dollar sign in front: 75 → '$75', 75.5 → '$75.50'. */
export function formatPrice(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}`
}
